//@ check: --search dfs
//@ expect: assertion
// The starter reads a field twice and then never again: when the other thread writes it, nobody else can reach the object any
// more, and yet the write may come between the two reads.

public class ReadsThenLetsGo {
    int value;

    public static void main(String[] args) throws Exception {
        ReadsThenLetsGo object = new ReadsThenLetsGo();
        Thread writer = new Thread(() -> object.value = 3);
        writer.start();
        int first = object.value;
        int second = object.value;
        assert first == second;
        writer.join();
    }
}
