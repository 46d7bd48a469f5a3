import java.math.BigInteger;
import java.util.Random;
public class LargeProducts {
    public static void main(String[] args) {
        Random r = new Random(11);
        for (int bits : new int[] {100, 1000, 3000, 9000}) {
            BigInteger a = new BigInteger(bits, r), b = new BigInteger(bits, r), m = new BigInteger(bits / 2, r).setBit(0);
            BigInteger p = a.multiply(b), s = a.multiply(a);
            System.out.println(bits + " " + p.hashCode() + " " + s.equals(a.pow(2)) + " " + p.divide(b).equals(a) + " " + p.mod(m).equals(a.mod(m).multiply(b.mod(m)).mod(m)) + " " + a.gcd(b) + " " + p.toString().length() + " " + new BigInteger(p.toString()).equals(p));
        }
        BigInteger p = new BigInteger("170141183460469231731687303715884105727");
        System.out.println(p.isProbablePrime(10) + " " + p.equals(BigInteger.TWO.pow(127).subtract(BigInteger.ONE)) + " " + BigInteger.valueOf(7).modPow(p.subtract(BigInteger.ONE), p));
        BigInteger e = BigInteger.valueOf(65537), n = new BigInteger("3233").multiply(new BigInteger("1000003")), msg = BigInteger.valueOf(123456);
        System.out.println(msg.modPow(e, n) + " " + BigInteger.valueOf(2).pow(1000).toString(16).length() + " " + BigInteger.ONE.shiftLeft(1000).subtract(BigInteger.ONE).bitCount());
    }
}
