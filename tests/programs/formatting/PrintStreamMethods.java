import java.io.*;
public class PrintStreamMethods {
    public static void main(String[] args) throws Exception {
        System.out.print('c'); System.out.print(1); System.out.print(2L); System.out.print(1.5f); System.out.print(2.5); System.out.print(true); System.out.print((Object) null); System.out.print((String) null); System.out.print(new char[] {'x', 'y'});
        System.out.println();
        System.out.println('c'); System.out.println(new char[] {'h', 'i'}); System.out.println((Object) "o"); System.out.println(1e100); System.out.println(-0f);
        System.out.append("app").append('e').append("xndx", 1, 3).println();
        System.out.write(65); System.out.write('\n'); System.out.write(new byte[] {66, 67, 10}, 1, 2);
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        PrintStream old = System.out;
        System.setOut(new PrintStream(bo, true, "UTF-8"));
        System.out.print("captured \u20ac");
        System.setOut(old);
        System.out.println(bo.size() + " " + bo.toString("UTF-8").length());
        StringWriter sw = new StringWriter();
        PrintWriter pw = new PrintWriter(sw);
        pw.printf("%d-%s", 1, "a").println(2.0);
        pw.print('z');
        pw.flush();
        System.out.println(sw.toString().replace(System.lineSeparator(), "|"));
        System.err.println("this goes to standard error");
        PrintStream p = new PrintStream(new OutputStream() { public void write(int b) throws IOException { throw new IOException("full"); } });
        p.print("x");
        System.out.println(p.checkError());
        System.out.println("no flush at the end, no newline:");
        System.out.print("last");
    }
}
