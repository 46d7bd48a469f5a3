public class MathSpecialValues {
    public static void main(String[] args) {
        double inf = Double.POSITIVE_INFINITY, nan = Double.NaN;
        System.out.println(Math.pow(0, 0) + " " + Math.pow(nan, 0) + " " + Math.pow(1, inf) + " " + Math.pow(-1, inf) + " " + Math.pow(-8, 1.0 / 3) + " " + Math.pow(-2, 3) + " " + Math.pow(-0.0, -3) + " " + Math.pow(2, 10) + " " + Math.pow(2, -1074));
        System.out.println(Math.sqrt(-1) + " " + Math.sqrt(-0.0) + " " + Math.sqrt(2) + " " + Math.sqrt(1e-320) + " " + Math.sqrt(inf));
        System.out.println(Math.sin(0) + " " + Math.sin(-0.0) + " " + Math.sin(inf) + " " + Math.cos(0) + " " + Math.tan(0));
        System.out.println(Math.exp(0) + " " + Math.exp(-inf) + " " + Math.exp(1000) + " " + Math.log(0) + " " + Math.log(-1) + " " + Math.log(1) + " " + Math.log10(1000) + " " + Math.log10(0));
        System.out.println(Math.atan2(0.0, -0.0) + " " + Math.atan2(-0.0, 1) + " " + Math.atan2(1, 0) + " " + Math.atan2(inf, inf) + " " + Math.atan2(-1, -1));
        System.out.println(Math.hypot(3, 4) + " " + Math.hypot(inf, nan) + " " + Math.cbrt(27) + " " + Math.cbrt(-0.0) + " " + Math.cbrt(-8));
        System.out.println(Math.toDegrees(Math.PI) + " " + Math.toRadians(180) + " " + Math.max(1L, 2) + " " + Math.min(-1, 1));
        System.out.println(Math.ceil(-0.5) + " " + Math.floor(-0.5) + " " + Math.rint(-0.5) + " " + Math.asin(2) + " " + Math.acos(1) + " " + Math.sinh(0) + " " + Math.tanh(inf));
        double newton = 1;
        for (int i = 0; i < 30; i++) newton = (newton + 2 / newton) / 2;
        System.out.println(newton + " " + (newton == Math.sqrt(2)));
        double sum = 0;
        for (int i = 1; i <= 1000; i++) sum += 1.0 / i;
        System.out.println(sum);
        float fsum = 0;
        for (int i = 0; i < 1000; i++) fsum += 0.1f;
        System.out.println(fsum);
    }
}
