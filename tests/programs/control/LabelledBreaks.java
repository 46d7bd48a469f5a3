public class LabelledBreaks {
    public static void main(String[] args) {
        outer:
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < 5; j++) {
                if (j == 3) continue outer;
                if (i == 3) break outer;
                System.out.print(i * 10 + j + " ");
            }
            System.out.println("never");
        }
        System.out.println();
        block: {
            if (args.length == 0) break block;
            System.out.println("skipped");
        }
        int n = 0;
        a:
        while (true) {
            b:
            do {
                n++;
                switch (n % 4) {
                    case 0: continue a;
                    case 1: continue b;
                    case 2: break;
                    case 3: break b;
                }
                if (n > 20) break a;
            } while (n % 5 != 0);
            System.out.print(n + ";");
        }
        System.out.println(n);
        int k = 10;
        do {
            if (k == 5) { k -= 2; continue; }
            k--;
        } while (k > 0);
        System.out.println(k);
        for (int i = 0, j = 10; i < j; i += 2, j--) System.out.print(i + "," + j + " ");
        System.out.println();
        for (;;) { if (++k > 3) break; }
        System.out.println(k);
        lab: if (k > 0) { if (k > 2) break lab; System.out.println("no"); }
        System.out.println("end");
    }
}
