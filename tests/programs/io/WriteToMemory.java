import java.io.*;
import java.util.*;
public class WriteToMemory {
    static class Upper extends FilterWriter { Upper(Writer w) { super(w); } @Override public void write(int c) throws IOException { super.write(Character.toUpperCase(c)); } @Override public void write(String s, int o, int l) throws IOException { for (int i = 0; i < l; i++) write(s.charAt(o + i)); } }
    static class Counting extends InputStream { final InputStream in; int n; Counting(InputStream i) { in = i; } public int read() throws IOException { int c = in.read(); if (c >= 0) n++; return c; } }
    public static void main(String[] args) throws IOException {
        StringWriter sw = new StringWriter(); try (Writer w = new BufferedWriter(new Upper(sw), 4)) { w.write("hello "); w.append("world"); w.write('!'); } System.out.println(sw);
        Counting c = new Counting(new ByteArrayInputStream("one\ntwo\nthree".getBytes())); BufferedReader r = new BufferedReader(new InputStreamReader(c, "US-ASCII")); System.out.println(r.readLine() + r.lines().toList() + c.n);
        ByteArrayOutputStream bo = new ByteArrayOutputStream(); try (OutputStreamWriter w = new OutputStreamWriter(bo, "UTF-16LE")) { w.write("a\u20ac"); } System.out.println(Arrays.toString(bo.toByteArray())); PipedReader none = new PipedReader(); try { none.read(); } catch (IOException e) { System.out.println(e.getMessage()); }
        Reader closed = new StringReader("x"); closed.close(); try { closed.read(); } catch (IOException e) { System.out.println(e.getMessage()); } ObjectOutputStream oo = new ObjectOutputStream(bo = new ByteArrayOutputStream()); oo.writeObject(new ArrayList<>(List.of("s", 1, Map.of("k", new int[] {1, 2})))); oo.writeUTF("end"); oo.close(); ObjectInputStream oi = new ObjectInputStream(new ByteArrayInputStream(bo.toByteArray())); try { List<?> l = (List<?>) oi.readObject(); System.out.println(l.get(0) + "" + l.get(1) + ((int[]) ((Map<?, ?>) l.get(2)).get("k"))[1] + oi.readUTF()); } catch (ClassNotFoundException e) { System.out.println(e); }
        try { new InputStreamReader(System.in, "bogus-charset"); } catch (UnsupportedEncodingException e) { System.out.println(e.getMessage()); } try { throw new UncheckedIOException("u", new IOException("inner")); } catch (UncheckedIOException e) { System.out.println(e.getMessage() + e.getCause().getMessage()); }
    }
}
