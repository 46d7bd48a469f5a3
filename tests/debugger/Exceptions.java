// One exception is caught, another is not.

public class Exceptions {
    static int element(int[] numbers, int index) {
        try {
            return numbers[index];
        } catch (ArrayIndexOutOfBoundsException thrown) {
            return -1;
        }
    }

    static void check(int value) {
        if (value < 0) {
            throw new IllegalStateException("value " + value);
        }
    }

    public static void main(String[] args) {
        int found = element(new int[] {1, 2}, 5);
        check(found);
    }
}

/* jdb
$ catch java.lang.ArrayIndexOutOfBoundsException
$ cont
Exception occurred: java.lang.ArrayIndexOutOfBoundsException (to be caught at: Exceptions.element(), line=7
"thread=main", Exceptions.element(), line=6
$ print index
index = 5
$ dump numbers
1, 2
$ cont
Exception occurred: java.lang.IllegalStateException (uncaught)"thread=main", Exceptions.check(), line=14
$ where
[1] Exceptions.check (Exceptions.java:14)
[2] Exceptions.main (Exceptions.java:20)
$ print value
value = -1
$ cont
The application exited
*/
