import java.math.BigInteger;
public class BigIntegerOps {
    public static void main(String[] args) {
        BigInteger a = new BigInteger("123456789012345678901234567890"), b = BigInteger.valueOf(-987654321);
        System.out.println(a.add(b) + " " + a.multiply(b) + " " + a.divide(b) + " " + a.mod(b.negate()) + " " + a.remainder(b) + " " + b.mod(BigInteger.TEN) + " " + b.remainder(BigInteger.TEN));
        System.out.println(a.pow(5) + " " + a.gcd(BigInteger.valueOf(90)) + " " + a.bitLength() + " " + a.bitCount() + " " + b.bitLength() + " " + a.signum() + a.compareTo(b) + " " + a.negate().abs().equals(a));
        System.out.println(BigInteger.TWO.modPow(new BigInteger("1000000006"), new BigInteger("1000000007")) + " " + BigInteger.valueOf(3).modInverse(BigInteger.valueOf(11)) + " " + new BigInteger("561").isProbablePrime(20) + new BigInteger("1000000007").isProbablePrime(20) + BigInteger.valueOf(100).nextProbablePrime());
        System.out.println(a.shiftLeft(70) + " " + a.shiftRight(60) + " " + b.shiftRight(100) + " " + a.and(b) + " " + a.or(b) + " " + a.xor(b) + " " + a.not() + a.testBit(3) + a.setBit(200).bitLength() + a.getLowestSetBit());
        System.out.println(new BigInteger("ff", 16) + " " + a.toString(36) + " " + new BigInteger("-zz", 36) + " " + new BigInteger(new byte[] {-1, 0}) + " " + new BigInteger(1, new byte[] {-1, 0}) + " " + a.toByteArray().length + a.sqrt());
        System.out.println(a.intValue() + " " + a.longValue() + " " + a.doubleValue() + " " + a.floatValue() + " " + a.hashCode() + " " + BigInteger.valueOf(Long.MIN_VALUE).negate());
        try { a.longValueExact(); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        try { a.divide(BigInteger.ZERO); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        try { new BigInteger("12x"); } catch (NumberFormatException e) { System.out.println(e.getMessage()); }
        try { a.mod(b); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        BigInteger f = BigInteger.ONE;
        for (int i = 2; i <= 120; i++) f = f.multiply(BigInteger.valueOf(i));
        System.out.println(f);
        BigInteger x = BigInteger.ZERO, y = BigInteger.ONE;
        for (int i = 0; i < 500; i++) { BigInteger t = x.add(y); x = y; y = t; }
        System.out.println(x + " " + x.mod(BigInteger.valueOf(1000003)));
        BigInteger[] qr = f.divideAndRemainder(a);
        System.out.println(qr[0].multiply(a).add(qr[1]).equals(f) + " " + qr[1]);
    }
}
