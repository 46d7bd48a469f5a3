import java.io.*;
public class RawStdin {
    public static void main(String[] args) throws IOException {
        int first = System.in.read();
        byte[] four = new byte[4];
        int got = System.in.read(four);
        System.out.println(first + " " + got + " " + new String(four, 0, got));
        System.out.println(System.in.skip(2));
        byte[] rest = System.in.readAllBytes();
        int sum = 0;
        for (byte b : rest) sum += b & 0xff;
        System.out.println(rest.length + " " + sum + " " + System.in.read() + " " + System.in.available());
    }
}
