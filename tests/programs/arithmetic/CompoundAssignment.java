public class CompoundAssignment {
    static int calls;
    static int index() { calls++; return 1; }
    public static void main(String[] args) {
        byte b = 120;
        b += 10;
        System.out.println(b);
        b *= 2.7;
        System.out.println(b);
        short s = 1;
        s -= 1e9;
        System.out.println(s);
        char c = 'a';
        c += 1.9;
        System.out.println(c);
        int i = 10;
        i += 3.99;
        System.out.println(i);
        i *= 1e10;
        System.out.println(i);
        i /= -0.5;
        System.out.println(i);
        long l = 1;
        l += 1e19f;
        System.out.println(l);
        int[] a = {1, 2, 3};
        a[index()] += 10;
        a[index()]++;
        System.out.println(a[1] + " " + calls);
        int k = 5;
        k = k++ + ++k;
        System.out.println(k);
        k += k++ * 2 + k;
        System.out.println(k);
        String str = null;
        str += 1 + 2 + "x" + 1 + 2;
        System.out.println(str);
        Object o = "o";
        o += "p";
        System.out.println(o);
        Integer boxed = 127;
        boxed++;
        boxed += 1;
        System.out.println(boxed);
        int[] arr = {0, 0, 0};
        int j = 0;
        arr[j] = j = 2;
        System.out.println(arr[0] + " " + arr[2] + " " + j);
        j = 0;
        arr[j++] += j + 5;
        System.out.println(arr[0] + " " + j);
    }
}
