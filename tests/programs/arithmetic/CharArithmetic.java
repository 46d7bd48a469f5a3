public class CharArithmetic {
    public static void main(String[] args) {
        char c = 'a';
        System.out.println(c + 1);
        System.out.println((char) (c + 1));
        System.out.println(c++ + " " + c);
        System.out.println('a' + 'b' + "c" + 'd' + 1);
        System.out.println((int) Character.MAX_VALUE + 1);
        char m = Character.MAX_VALUE;
        m++;
        System.out.println((int) m);
        m--;
        System.out.println((int) m);
        System.out.println((char) 65 + "" + (char) -65471);
        System.out.println((short) '\uffff' + " " + (byte) '\u00ff');
        int[] counts = new int[26];
        for (char k : "the quick brown fox jumps over the lazy dog".toCharArray()) if (k >= 'a' && k <= 'z') counts[k - 'a']++;
        StringBuilder sb = new StringBuilder();
        for (char k = 'a'; k <= 'z'; k++) sb.append(k).append(counts[k - 'a']);
        System.out.println(sb);
        final char fc = 10;
        byte b = fc;
        System.out.println(b);
        System.out.println('z' - 'a' > 24 ? 'y' : "no");
        char[] rot = "Hello, World".toCharArray();
        for (int i = 0; i < rot.length; i++) {
            if (Character.isLowerCase(rot[i])) rot[i] = (char) ('a' + (rot[i] - 'a' + 13) % 26);
            else if (Character.isUpperCase(rot[i])) rot[i] = (char) ('A' + (rot[i] - 'A' + 13) % 26);
        }
        System.out.println(rot);
        System.out.println("" + rot.length + String.valueOf(rot, 0, 3));
    }
}
