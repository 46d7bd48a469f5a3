//@ library: jool
import org.jooq.lambda.*; import org.jooq.lambda.tuple.*;
/** jOOL: sequences, windows, tuples. */
public class JoolSequences { public static void main(String[] a) { System.out.println(Seq.of(1, 2, 3, 4).window(-1, 1).map(w -> w.sum().orElse(0)).toList() + " " + Seq.of("a", "b").zipWithIndex().toList() + Seq.range(0, 10).sliding(3).map(s -> s.sum().get()).toList() + Tuple.tuple(1, "x").concat(2.5) + Seq.of(1, 2).crossJoin(Seq.of("x", "y")).toList()); } }
