//@ check:
//@ expect: holds
//@ states: 5
//@ end-states: 1
// Numbers and literals that all paths share keep what they have once computed; which of them a path has looked at is no part
// of its state. One state comes before each of the four choices, and one end.
import hazard.Nondet;
import java.math.BigDecimal;
import java.math.BigInteger;

public class CachesMerge {
    private static final String[] WORDS = {"ant", "bee", "cat", "doe", "eel", "fox"};

    private static void lookAt(int which) {
        BigInteger number = BigInteger.valueOf(which + 2);
        int bits = number.bitLength() + number.bitCount() + number.getLowestSetBit();
        String digits = BigDecimal.valueOf(which).toString();
        if (bits < 3 || WORDS[which].hashCode() == 0 || !digits.equals(Integer.toString(which))) {
            throw new AssertionError();
        }
    }

    public static void main(String[] args) {
        for (int round = 0; round < 4; round++) {
            lookAt(Nondet.choose(0, 5));
        }
    }
}
