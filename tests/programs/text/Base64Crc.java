import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.UUID;
import java.util.zip.Adler32;
import java.util.zip.CRC32;
public class Base64Crc {
    public static void main(String[] args) {
        for (String s : new String[] {"", "f", "fo", "foo", "foob", "fooba", "foobar", "\u00ff\u00fe\u00fd?>"}) {
            byte[] b = s.getBytes(StandardCharsets.ISO_8859_1);
            String e = Base64.getEncoder().encodeToString(b);
            System.out.println(e + " " + Base64.getUrlEncoder().withoutPadding().encodeToString(b) + " " + s.equals(new String(Base64.getDecoder().decode(e), StandardCharsets.ISO_8859_1)));
        }
        byte[] big = new byte[100];
        for (int i = 0; i < big.length; i++) big[i] = (byte) (i * 7);
        System.out.println(Base64.getMimeEncoder().encodeToString(big));
        try { Base64.getDecoder().decode("a$b="); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        CRC32 c = new CRC32();
        c.update("123456789".getBytes());
        System.out.println(Long.toHexString(c.getValue()));
        c.reset();
        c.update(65);
        c.update(big, 10, 50);
        System.out.println(c.getValue());
        Adler32 a = new Adler32();
        a.update("Wikipedia".getBytes());
        System.out.println(Long.toHexString(a.getValue()));
        System.out.println(UUID.nameUUIDFromBytes("hello".getBytes()) + " " + new UUID(1, 2) + " " + UUID.fromString("123e4567-e89b-12d3-a456-426614174000").getMostSignificantBits());
        System.out.println(UUID.nameUUIDFromBytes(new byte[0]).version() + " " + new UUID(5, 6).compareTo(new UUID(5, 7)) + " " + new UUID(-1, 77).hashCode());
        System.out.println(HexFormat.of().formatHex(big, 0, 5) + " " + HexFormat.ofDelimiter(":").withUpperCase().formatHex(new byte[] {1, -1}) + " " + HexFormat.of().parseHex("cafe")[0]);
    }
}
