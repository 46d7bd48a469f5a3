//@ check: --clock free
//@ expect: holds
//@ outputs: hit | miss
// An entry may be too old whenever it is looked at.

public class CacheExpires {
    static long stored;

    public static void main(String[] args) {
        stored = System.currentTimeMillis();
        System.out.print(System.currentTimeMillis() - stored <= 60_000 ? "hit" : "miss");
    }
}
