//@ library: clojure
import clojure.java.api.Clojure; import clojure.lang.IFn;
/** Clojure: reading and evaluating forms: sequences, maps, atoms, macros. */
public class ClojureForms {
  public static void main(String[] args) {
    IFn eval = Clojure.var("clojure.core", "eval"), read = Clojure.var("clojure.core", "read-string");
    for (String f : new String[] {"(reduce + (map #(* % %) (range 10)))", "(str (into (sorted-map) {:b 2 :a 1}) (frequencies \"hello\"))", "(let [a (atom 0)] (dotimes [i 5] (swap! a + i)) @a)", "(defmacro unless [c x] (list 'if c nil x))", "(unless false :yes)", "(->> (iterate inc 1) (filter odd?) (take 5) vec)", "(try (/ 1 0) (catch ArithmeticException e (.getMessage e)))"})
      System.out.println(eval.invoke(read.invoke(f)));
    System.exit(0);
  }
}
