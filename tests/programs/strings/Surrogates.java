public class Surrogates {
    static String hex(String s) {
        StringBuilder sb = new StringBuilder();
        for (char c : s.toCharArray()) sb.append(String.format("%04x ", (int) c));
        return sb.toString().trim();
    }
    public static void main(String[] args) throws Exception {
        String s = "x\uD83D\uDE00\u00e9\u4e2dz\uD800";
        System.out.println(s.length() + " " + s.codePointCount(0, s.length()) + " " + s.codePointAt(1) + " " + s.codePointAt(2) + " " + s.codePointBefore(3));
        s.codePoints().forEach(c -> System.out.print(Integer.toHexString(c) + " "));
        System.out.println();
        s.chars().forEach(c -> System.out.print(Integer.toHexString(c) + " "));
        System.out.println();
        System.out.println(s.offsetByCodePoints(0, 2) + " " + Character.charCount(0x10000) + " " + hex(new String(Character.toChars(0x1F600))) + " " + hex(Character.toString(0x20AC)));
        byte[] utf8 = s.getBytes("UTF-8");
        for (byte b : utf8) System.out.print(Integer.toHexString(b & 0xff) + " ");
        System.out.println();
        System.out.println(hex(new String(utf8, "UTF-8")));
        for (byte b : s.getBytes("UTF-16")) System.out.print(Integer.toHexString(b & 0xff) + " ");
        System.out.println();
        for (byte b : s.getBytes("ISO-8859-1")) System.out.print(Integer.toHexString(b & 0xff) + " ");
        System.out.println();
        System.out.println(hex(new String(new byte[] {(byte) 0xc3, (byte) 0x28, (byte) 0xff, 65, (byte) 0xe2, (byte) 0x82}, java.nio.charset.StandardCharsets.UTF_8)));
        System.out.println(Character.isSurrogate(s.charAt(1)) + " " + Character.isHighSurrogate(s.charAt(1)) + " " + Character.isLowSurrogate(s.charAt(1)) + " " + Character.toCodePoint('\uD83D', '\uDE00') + " " + Character.isValidCodePoint(0x110000));
        System.out.println(hex(s.toUpperCase()) + " " + s.indexOf(0x1F600) + " " + s.indexOf('\uDE00') + " " + s.hashCode());
        System.out.println(new String(new int[] {97, 0x1F600, 98}, 0, 3).length());
        try { new String(new int[] {0x110000}, 0, 1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        try { "x".getBytes("NO-SUCH"); } catch (java.io.UnsupportedEncodingException e) { System.out.println(e.getMessage()); }
    }
}
