//@ exit: 1
//@ throws: java.lang.IllegalArgumentException: (5, 4)
public class UncaughtRecordValidation {
    record Range(int lo, int hi) { Range { if (lo > hi) throw new IllegalArgumentException("(%d, %d)".formatted(lo, hi)); } int size() { return hi - lo; } }
    public static void main(String[] args) { System.out.println(new Range(1, 4).size()); System.out.println(new Range(5, 4)); }
}
