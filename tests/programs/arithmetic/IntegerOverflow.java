public class IntegerOverflow {
    public static void main(String[] args) {
        int max = Integer.MAX_VALUE, min = Integer.MIN_VALUE;
        System.out.println(max + 1);
        System.out.println(min - 1);
        System.out.println(-min);
        System.out.println(Math.abs(min));
        System.out.println(min / -1);
        System.out.println(min % -1);
        System.out.println(max * max);
        System.out.println(min * min);
        long lmin = Long.MIN_VALUE, lmax = Long.MAX_VALUE;
        System.out.println(lmax + 1);
        System.out.println(lmin / -1L);
        System.out.println(lmin % -1L);
        System.out.println(lmax * lmax);
        System.out.println(-lmin);
        int wrapped = 1;
        for (int i = 0; i < 40; i++) wrapped = wrapped * 31 + i;
        System.out.println(wrapped);
        long lw = 1;
        for (int i = 0; i < 40; i++) lw = lw * 6364136223846793005L + 1442695040888963407L;
        System.out.println(lw);
    }
}
