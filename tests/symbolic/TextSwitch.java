//@ expect-symbolic: violated
// A switch goes by hash code, then by equality.

import hazard.Symbolic;

public class TextSwitch {
    public static void main(String[] args) {
        String s = Symbolic.text("s");
        switch (s) {
            case "red":
                assert false;
                break;
            case "blue":
                break;
            default:
        }
    }
}
