public class IncrementForms {
    static int sf; int f; static long sl = Long.MAX_VALUE; byte b = 127; static char c = 'z'; double d = 0.5; float fl = 1e8f; Integer box = 127; static Long lbox = -129L;
    IncrementForms self() { sf += 100; return this; }
    public static void main(String[] args) {
        IncrementForms o = new IncrementForms();
        System.out.println(o.f++ + " " + ++o.f + " " + o.self().f-- + " " + sf++ + " " + sl++ + " " + sl + " " + o.b++ + " " + o.b + " " + ++c + " " + o.d++ + " " + --o.d + " " + ++o.fl + " " + o.box++ + " " + ++o.box + " " + lbox-- + lbox);
        int[] a = {1, 2, 3}; int i = 0;
        System.out.println(a[i++]++ + " " + a[i]-- + " " + ++a[++i] + " " + a[0] + a[1] + a[2] + i);
        long[] l = {5}; double[] dd = {1}; char[] cc = {'a'}; byte[] bb = {-128}; short[] ss = {0}; float[] ff = {0.5f};
        l[0] <<= 40; dd[0] /= 3; cc[0] += 2; bb[0]--; ss[0] -= 40000; ff[0] *= 1e10;
        System.out.println(l[0] + " " + dd[0] + " " + cc[0] + " " + bb[0] + " " + ss[0] + " " + ff[0]);
        int k = 1_000_000; k += 40000; k += -40000; for (int j = 0; j < 3; j++) k += 128; k -= 129;
        System.out.println(k + " " + (k++ - k++) + " " + (k-- * 2 + --k));
        o.self().self().f += sf;
        System.out.println(o.f);
    }
}
