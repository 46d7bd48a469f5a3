import java.util.List;
public class ParseNumbers {
    public static void main(String[] args) {
        for (String s : List.of("0", "-0", "+7", "2147483647", "-2147483648", "2147483648", "", "-", " 1", "1 ", "0x10", "1_000", "12a", "99999999999999999999")) {
            try {
                System.out.println("int " + Integer.parseInt(s));
            } catch (NumberFormatException e) {
                System.out.println(e.getMessage());
            }
        }
        for (String s : List.of("0x1F", "-#ff", "010", "-0x80000000", "08")) {
            try {
                System.out.println("decode " + Integer.decode(s));
            } catch (NumberFormatException e) {
                System.out.println(e.getMessage());
            }
        }
        for (String s : List.of("1", "1.", ".5", "1e3", "-1E-3", "0x1p4", "NaN", "-Infinity", " 2.5 ", "1f", "1d", "1e400", "1e-400", "4.9e-324", "2.47e-324", "179769313486231580793728971405301e276", "e", "--1", "", "1..2")) {
            try {
                System.out.println("double " + Double.parseDouble(s) + " " + Float.parseFloat(s));
            } catch (NumberFormatException e) {
                System.out.println(e.getMessage());
            }
        }
        System.out.println(Integer.parseInt("zz", 36) + " " + Long.parseLong("-7fffffffffffffff", 16) + " " + Integer.parseUnsignedInt("4294967295") + " " + Integer.parseInt("xx12yy", 2, 4, 10));
        try {
            Byte.parseByte("128");
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        try {
            Integer.parseInt(null);
        } catch (NumberFormatException e) {
            System.out.println("null refused");
        }
        System.out.println(Boolean.parseBoolean("TRUE") + " " + Boolean.parseBoolean("yes") + " " + Short.parseShort("-32768"));
    }
}
