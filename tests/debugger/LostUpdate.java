// Both threads read before either writes: watchpoints tell accesses when they happen, and a call leaves nothing behind.

public class LostUpdate {
    static int count;

    static int add(int one, int other) {
        return one + other;
    }

    static int reset() {
        count = 0;
        return 7;
    }

    public static void main(String[] args) throws Exception {
        Thread adder = new Thread(() -> {
            int seen = count;
            count = add(seen, 1);
        }, "adder");
        adder.start();
        int mine = count;
        count = add(mine, 1);
        adder.join();
        assert count == 2 : "lost " + count;
    }
}

/* jdb
$ watch LostUpdate.count
Set watch modification of LostUpdate.count
$ cont
Field (LostUpdate.count) is 0, will be 1:
$ cont
Field (LostUpdate.count) is 1, will be 1:
$ eval LostUpdate.reset() + LostUpdate.count
= 8
$ print LostUpdate.count
= 1
$ unwatch LostUpdate.count
$ cont
Exception occurred: java.lang.AssertionError (uncaught)"thread=main", LostUpdate.main(), line=24
$ print LostUpdate.count
= 1
$ locals
adder = instance of java.lang.Thread(name='adder'
mine = 0
$ cont
The application exited
*/
