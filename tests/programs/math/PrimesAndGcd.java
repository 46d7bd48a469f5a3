public class PrimesAndGcd {
    static long gcd(long a, long b) { return b == 0 ? a : gcd(b, a % b); }
    static long modpow(long b, long e, long m) {
        long r = 1;
        for (b %= m; e > 0; e >>= 1) {
            if ((e & 1) == 1) r = r * b % m;
            b = b * b % m;
        }
        return r;
    }
    static boolean isPrime(long n) {
        if (n < 2) return false;
        for (long p : new long[] {2, 3, 5, 7, 11, 13}) {
            if (n == p) return true;
            if (n % p == 0) return false;
        }
        long d = n - 1;
        int s = Long.numberOfTrailingZeros(d);
        d >>= s;
        outer:
        for (long a : new long[] {2, 3, 5, 7}) {
            long x = modpow(a, d, n);
            if (x == 1 || x == n - 1) continue;
            for (int r = 1; r < s; r++) {
                x = x * x % n;
                if (x == n - 1) continue outer;
            }
            return false;
        }
        return true;
    }
    public static void main(String[] args) {
        int count = 0;
        long last = 0;
        for (long n = 0; n < 3000; n++) if (isPrime(n)) { count++; last = n; }
        System.out.println(count + " " + last);
        System.out.println(gcd(1071, 462) + " " + gcd(Long.MAX_VALUE, 49) + " " + gcd(-12, 18));
        System.out.println(modpow(3, 1_000_000_006L, 1_000_000_007L));
        boolean[] comp = new boolean[10000];
        long sum = 0;
        for (int i = 2; i < comp.length; i++) {
            if (comp[i]) continue;
            sum += i;
            for (int j = i * i; j < comp.length && j > 0; j += i) comp[j] = true;
        }
        System.out.println(sum);
        int perfect = 0;
        for (int n = 2; n < 1000; n++) {
            int s = 1;
            for (int d = 2; d * d <= n; d++) if (n % d == 0) s += d + (d * d == n ? 0 : n / d);
            if (s == n) { perfect++; System.out.print(n + " "); }
        }
        System.out.println(perfect);
    }
}
