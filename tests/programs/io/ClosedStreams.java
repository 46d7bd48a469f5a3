import java.io.*;
import java.nio.*;
import java.nio.channels.*;
import java.nio.file.*;
import java.util.*;
import java.util.zip.*;

/** What streams, channels, archives, pipes and sockets say once they are closed, or were never connected. */
public class ClosedStreams {
    interface Act { Object run() throws Exception; }

    static void t(String n, Act a) { try { System.out.println(n + " " + a.run()); } catch (Throwable e) { System.out.println(n + " ! " + e);     }
}

    public static void main(String[] a) throws Exception {
        Path p = Files.createTempFile("closed", "streams"); Files.writeString(p, "hello");
        FileInputStream i = new FileInputStream(p.toFile()); i.close();
        t("i.av", i::available);
        t("i.read", i::read);
        t("i.tr", () -> i.transferTo(OutputStream.nullOutputStream()));
        t("i.fd", () -> i.getFD().valid());
        t("i.ch", () -> i.getChannel().isOpen());
        t("i.readb0", () -> i.read(new byte[0]));
        FileOutputStream o = new FileOutputStream(p.toFile()); o.close();
        t("o.w", () -> { o.write(1); return 0; });
        t("o.wb", () -> { o.write(new byte[3]); return 0; });
        t("o.flush", () -> { o.flush(); return 0; });
        t("o.fd", () -> { o.getFD().sync(); return 0; });
        RandomAccessFile r = new RandomAccessFile(p.toFile(), "rw"); r.close();
        t("r.len", r::length);
        t("r.seek", () -> { r.seek(1); return 0; });
        t("r.pos", r::getFilePointer);
        t("r.set", () -> { r.setLength(1); return 0; });
        t("r.read", r::read);
        t("r.w", () -> { r.write(1); return 0; });
        FileChannel c = FileChannel.open(p, java.nio.file.StandardOpenOption.READ, java.nio.file.StandardOpenOption.WRITE); c.close();
        t("c.size", c::size);
        t("c.read", () -> c.read(ByteBuffer.allocate(1)));
        t("c.lock", c::lock);
        t("c.map", () -> c.map(FileChannel.MapMode.READ_ONLY, 0, 1));
        t("c.tr", () -> c.truncate(1));
        t("c.force", () -> { c.force(true); return 0; });
        InputStream n = Files.newInputStream(p); n.close();
        t("n.av", n::available);
        t("n.read", n::read);
        OutputStream m = Files.newOutputStream(p); m.close();
        t("m.w", () -> { m.write(1); return 0; });
        BufferedReader b = Files.newBufferedReader(p); b.close();
        t("b.rl", b::readLine);
        t("b.ready", b::ready);
        t("b.lines", () -> b.lines().count());
        BufferedWriter w = Files.newBufferedWriter(p); w.close();
        t("w.w", () -> { w.write("x"); return 0; });
        t("w.close", () -> { w.close(); return 0; });
        PrintStream ps = new PrintStream(new ByteArrayOutputStream()); ps.close(); ps.println("x");
        t("ps", ps::checkError);
        ByteArrayOutputStream bo = new ByteArrayOutputStream(); ZipOutputStream z = new ZipOutputStream(bo); z.putNextEntry(new ZipEntry("a")); z.close();
        t("z", () -> { z.putNextEntry(new ZipEntry("b")); return 0; });
        t("z2", () -> { z.write(1); return 0; });
        Files.write(p, bo.toByteArray()); ZipFile zf = new ZipFile(p.toFile()); zf.close();
        t("zf", () -> zf.getEntry("a"));
        t("zf.n", zf::size);
        t("zf.s", () -> zf.stream().count());
        t("zf.e", zf::entries);
        Inflater inf = new Inflater(); inf.end();
        t("inf", () -> inf.inflate(new byte[3])); Deflater d = new Deflater(); d.end();
        t("def", () -> { d.setInput(new byte[1]); return d.deflate(new byte[4]); });
        Scanner s = new Scanner("a b"); s.close();
        t("s", s::next);
        t("s.h", s::hasNext);
        t("s.io", s::ioException);
        PipedInputStream pi = new PipedInputStream();
        t("pi", pi::read);
        t("pi.av", pi::available); PipedOutputStream po = new PipedOutputStream();
        t("po", () -> { po.write(1); return 0; });
        DirectoryStream<Path> ds = Files.newDirectoryStream(p.getParent()); ds.close();
        t("ds", () -> ds.iterator().hasNext());
        java.net.ServerSocket ss = new java.net.ServerSocket(0); ss.close();
        t("ss", ss::accept);
        t("ss.p", () -> ss.isClosed());
        t("ss.to", () -> { ss.setSoTimeout(3); return 0; });
        java.net.Socket so = new java.net.Socket();
        t("so.i", so::getInputStream); so.close();
        t("so.o", so::getOutputStream);
        t("so.c", () -> { so.connect(new java.net.InetSocketAddress("localhost", 1)); return 0; });
        Selector se = Selector.open(); se.close();
        t("se", se::select);
        t("se.k", se::keys); 
        Files.delete(p);
        t("dir", () -> new FileInputStream("/tmp"));
        t("dirw", () -> new FileOutputStream("/tmp"));
        t("nul", () -> new FileInputStream("a\0b"));
        t("nulp", () -> Path.of("a\0b"));
        t("raf", () -> new RandomAccessFile("/nope/x", "rw"));
        t("mode", () -> new RandomAccessFile("/tmp/x", "q"));
      }
}
