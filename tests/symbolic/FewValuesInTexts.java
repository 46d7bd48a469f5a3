//@ pse: --target failure
//@ expect-value: 1/6
import hazard.Symbolic;

/** Five values of an enormous range, and a character of any width: their texts are told apart by the inputs. */
public class FewValuesInTexts {
  public static void main(String[] args) {
    int x = Symbolic.integer("x", 1, 6);
    long spread = Long.reverse(x);
    char c = (char) (x * 40_000);
    String text = "" + spread + c;
    if (text.length() == 21 && text.charAt(20) > 50_000) {
      throw new IllegalStateException(text);
    }
  }
}
