public class SwitchFallthrough {
    static String dense(int n) {
        StringBuilder s = new StringBuilder();
        switch (n) {
            case 1: s.append("one ");
            case 2: s.append("two ");
            default: s.append("def ");
            case 3: s.append("three "); break;
            case 4: { s.append("four "); return s.toString(); }
        }
        return s + "!";
    }
    static int sparse(int n) {
        switch (n) {
            case Integer.MIN_VALUE: return 1;
            case -1: return 2;
            case 0: return 3;
            case 1000000: return 4;
            case Integer.MAX_VALUE: return 5;
        }
        return 0;
    }
    static int chars(char c) {
        switch (c) {
            case 'a': case 'e': case 'i': case 'o': case 'u': return 1;
            case '\u0000': return 2;
            case '\uffff': return 3;
            default: return 0;
        }
    }
    static String boxed(Byte b) {
        switch (b) {
            case -128: return "min";
            case 127: return "max";
        }
        return "mid";
    }
    public static void main(String[] args) {
        for (int i = 0; i < 6; i++) System.out.println(dense(i));
        int[] xs = {Integer.MIN_VALUE, -1, 0, 1, 1000000, Integer.MAX_VALUE, 999};
        for (int x : xs) System.out.print(sparse(x) + " ");
        System.out.println();
        for (char c : new char[] {'a', 'b', 'u', 0, '\uffff'}) System.out.print(chars(c) + " ");
        System.out.println();
        System.out.println(boxed((byte) -128) + boxed((byte) 127) + boxed((byte) 0));
        try {
            boxed(null);
        } catch (NullPointerException e) {
            System.out.println("null switch");
        }
        switch (args.length) { }
        switch (args.length) { default: System.out.println("only default"); }
    }
}
