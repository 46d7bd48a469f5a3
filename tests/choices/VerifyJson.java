//@ check: --all-errors
//@ expect: holds
//@ end-states: 6
// Objects are made of JSON, without constructors; calls in it are choices, here of three and two values.
import gov.nasa.jpf.vm.Verify;

public class VerifyJson {
    static class Inner {
        final double weight;
        Inner() { weight = -1; throw new AssertionError("no constructor runs"); }
    }

    static class Outer {
        private int number;
        boolean open;
        Integer boxed;
        String text;
        char letter;
        long[][] table;
        Inner inner, none;
        int untouched;
    }

    static int number;
    static boolean open;

    public static void main(String[] args) {
        String json = "{'number': IntInterval(3, 7, 2), \"open\": TrueFalse(), 'boxed': 12, 'text': \"a\\u0041\\n\","
            + " 'letter': 'x', 'table': [[1, 2], []], 'inner': {'weight': -2.5e1}, 'none': null}";
        Outer made = Verify.createFromJSON(Outer.class, json);
        number = made.number;
        open = made.open;
        assert number == 3 || number == 5 || number == 7;
        assert made.boxed == 12 && made.text.equals("aA\n") && made.letter == 'x';
        assert made.table.length == 2 && made.table[0][1] == 2 && made.table[1].length == 0;
        assert made.inner.weight == -25 && made.none == null && made.untouched == 0;
    }
}
