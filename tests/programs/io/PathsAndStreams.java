import java.io.*;
import java.nio.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
public class PathsAndStreams {
    public static void main(String[] args) throws IOException {
        Path p = Path.of("a", "b", "..", "c.txt");
        System.out.println(p + " " + p.normalize() + " " + p.getFileName() + " " + p.getParent() + " " + p.getNameCount() + p.isAbsolute() + p.startsWith("a") + p.endsWith("c.txt") + " " + p.resolve("d") + " " + Path.of("/x/y").relativize(Path.of("/x/z/w")) + " " + p.resolveSibling("q") + Path.of("/").getRoot() + p.subpath(1, 3));
        ByteArrayOutputStream bo = new ByteArrayOutputStream();
        DataOutputStream d = new DataOutputStream(bo);
        d.writeInt(-2); d.writeLong(1L << 40); d.writeUTF("h\u00e9\u20ac"); d.writeDouble(1.5); d.writeBoolean(true); d.writeChar('z'); d.writeShort(-3); d.writeByte(200);
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bo.toByteArray()));
        System.out.println(bo.size() + " " + in.readInt() + " " + in.readLong() + " " + in.readUTF().length() + " " + in.readDouble() + in.readBoolean() + in.readChar() + in.readShort() + in.readUnsignedByte());
        try { in.readInt(); } catch (EOFException e) { System.out.println("EOF " + e.getMessage()); }
        ByteBuffer b = ByteBuffer.allocate(16).putInt(1).putShort((short) 2).order(ByteOrder.LITTLE_ENDIAN).putInt(3);
        b.flip();
        System.out.println(b + " " + Arrays.toString(Arrays.copyOf(b.array(), 10)) + b.remaining() + b.get(3) + b.order());
        try { b.get(new byte[50]); } catch (BufferUnderflowException e) { System.out.println("underflow"); }
        System.out.println(StandardCharsets.UTF_8.encode("\u20ac").remaining() + " " + StandardCharsets.UTF_16BE.decode(ByteBuffer.wrap(new byte[] {0, 65})).toString() + CharBuffer.wrap("abc").subSequence(1, 2));
        PushbackReader pr = new PushbackReader(new StringReader("xy"));
        int c = pr.read();
        pr.unread('q');
        System.out.println((char) c + "" + (char) pr.read() + (char) pr.read() + pr.read());
        LineNumberReader ln = new LineNumberReader(new StringReader("a\nb\n\nc"));
        while (ln.readLine() != null) { }
        System.out.println(ln.getLineNumber());
        StreamTokenizer st = new StreamTokenizer(new StringReader("x = 3.5 + 'str' // c\n y"));
        StringBuilder sb = new StringBuilder();
        while (st.nextToken() != StreamTokenizer.TT_EOF) sb.append(st.ttype == StreamTokenizer.TT_NUMBER ? "N" + st.nval : st.ttype == StreamTokenizer.TT_WORD ? "W" + st.sval : st.ttype == '\'' ? "Q" + st.sval : "" + (char) st.ttype).append(' ');
        System.out.println(sb);
        SequenceInputStream seq = new SequenceInputStream(new ByteArrayInputStream(new byte[] {1}), new ByteArrayInputStream(new byte[] {2, 3}));
        System.out.println(seq.readAllBytes().length + " " + new BufferedInputStream(new ByteArrayInputStream(new byte[] {7, 8})).readNBytes(1)[0]);
        BufferedReader br = new BufferedReader(new StringReader("mark me"));
        br.mark(10);
        br.read();
        br.reset();
        System.out.println(br.readLine() + new CharArrayReader(new char[] {'k'}).read());
    }
}
