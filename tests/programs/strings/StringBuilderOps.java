public class StringBuilderOps {
    public static void main(String[] args) {
        StringBuilder sb = new StringBuilder("hello");
        sb.append(1).append('c').append(2.5f).append(1e10).append(true).append((Object) null).append((String) null).append(new char[] {'x', 'y'}).append("abcdef", 1, 3).append(-5L);
        System.out.println(sb + " " + sb.length());
        sb.insert(0, "<<").insert(3, 99).insert(sb.length(), '>').insert(2, 1.5).insert(1, false);
        System.out.println(sb);
        sb.delete(0, 5).deleteCharAt(0).setCharAt(0, '#');
        sb.replace(1, 4, "REPLACED");
        System.out.println(sb);
        System.out.println(sb.indexOf("l") + " " + sb.lastIndexOf("l") + " " + sb.indexOf("zz") + " " + sb.charAt(2));
        System.out.println(sb.reverse());
        StringBuilder sur = new StringBuilder("a\uD83D\uDE00b");
        sur.reverse();
        System.out.println((int) sur.charAt(1) + " " + (int) sur.charAt(2) + " " + sur.codePointAt(1) + " " + sur.codePointCount(0, sur.length()));
        sur.appendCodePoint(0x1F601).appendCodePoint(65);
        System.out.println(sur.length());
        sb.setLength(3);
        sb.setLength(5);
        System.out.println(sb.toString().replace('\0', '0') + sb.length());
        System.out.println(new StringBuilder("abc").compareTo(new StringBuilder("abd")) + " " + new StringBuilder("x").equals(new StringBuilder("x")));
        System.out.println(new StringBuilder(0).capacity() + " " + new StringBuilder().capacity() + " " + new StringBuilder("abc").capacity());
        for (Runnable r : new Runnable[] {() -> new StringBuilder("a").deleteCharAt(1), () -> new StringBuilder("a").insert(2, "x"), () -> new StringBuilder("abc").delete(2, 1), () -> new StringBuilder(-1), () -> new StringBuilder("a").setLength(-1)})
            try { r.run(); System.out.println("ok"); } catch (RuntimeException e) { System.out.println(e.getClass().getSimpleName()); }
        System.out.println(new StringBuilder("abc").delete(1, 100));
        StringBuffer buf = new StringBuffer();
        for (int i = 0; i < 1000; i++) buf.append(i % 7).append(i % 3 == 0 ? "\u0394" : "");
        System.out.println(buf.length() + " " + buf.toString().hashCode());
        char[] dst = new char[5];
        new StringBuilder("abcdef").getChars(1, 4, dst, 1);
        System.out.println(new String(dst).replace('\0', '_'));
        System.out.println(new StringBuilder("abc").chars().map(c -> c + 1).sum());
    }
}
