// Three coins, of which the violation needs two heads and a tail, in that order.

import java.util.Random;

public class Coins {
    static final Random random = new Random();

    static int flip(int number) {
        int coin = random.nextInt(2);
        return coin;
    }

    public static void main(String[] args) {
        String all = "";
        for (int number = 0; number < 3; number++) {
            all += flip(number);
        }
        assert !all.equals("110") : all;
    }
}

/* jdb
$ stop at Coins:10
$ cont
Breakpoint hit: "thread=main", Coins.flip(), line=10
$ locals
number = 0
coin = 1
$ cont
Breakpoint hit: "thread=main", Coins.flip(), line=10
$ locals
number = 1
coin = 1
$ up
$ print all
all = "1"
$ down
$ cont
Breakpoint hit: "thread=main", Coins.flip(), line=10
$ locals
number = 2
coin = 0
$ cont
Exception occurred: java.lang.AssertionError (uncaught)"thread=main", Coins.main(), line=18
$ print all
all = "110"
*/
