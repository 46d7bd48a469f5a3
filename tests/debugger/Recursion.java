// Frames of one method, one above the other.

public class Recursion {
    static int factorial(int number) {
        if (number <= 1) {
            return 1;
        }
        int below = factorial(number - 1);
        return number * below;
    }

    public static void main(String[] args) {
        int result = factorial(3);
        assert result != 6 : result;
    }
}

/* jdb
$ stop at Recursion:6
$ cont
Breakpoint hit: "thread=main", Recursion.factorial(), line=6
$ list
5            if (number <= 1) {
6 =>             return 1;
$ where
[1] Recursion.factorial (Recursion.java:6)
[2] Recursion.factorial (Recursion.java:8)
[3] Recursion.factorial (Recursion.java:8)
[4] Recursion.main (Recursion.java:13)
$ up 2
$ print number
number = 3
$ down 2
$ print number
number = 1
$ step up
Step completed: "thread=main", Recursion.factorial(), line=8
$ next
Step completed: "thread=main", Recursion.factorial(), line=9
$ locals
number = 2
below = 1
$ step
Step completed: "thread=main", Recursion.factorial(), line=8
$ step
Step completed: "thread=main", Recursion.factorial(), line=9
$ locals
number = 3
below = 2
$ eval Recursion.factorial(below + 3)
= 120
$ step up
Step completed: "thread=main", Recursion.main(), line=13
$ next
Step completed: "thread=main", Recursion.main(), line=14
$ print result
result = 6
$ step
Exception occurred: java.lang.AssertionError (uncaught)
*/
