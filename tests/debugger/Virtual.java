//@ java: 21
// Virtual threads are threads.

public class Virtual {
    static int turns;

    static void turn(int by) {
        turns = turns * 2 + by;
    }

    public static void main(String[] args) throws Exception {
        Thread one = Thread.ofVirtual().name("one").start(() -> turn(1));
        one.join();
        Thread two = Thread.ofVirtual().name("two").start(() -> turn(0));
        two.join();
        assert turns != 2 : turns;
    }
}

/* jdb
$ stop in Virtual.turn
$ cont
Breakpoint hit: "thread=one", Virtual.turn(), line=8
$ print by
by = 1
$ cont
Breakpoint hit: "thread=two", Virtual.turn(), line=8
$ print by
by = 0
$ print Virtual.turns
= 1
$ next
Step completed: "thread=two", Virtual.turn(), line=9
$ print Virtual.turns
= 2
$ cont
Exception occurred: java.lang.AssertionError (uncaught)"thread=main", Virtual.main(), line=16
*/
