//@ exit: 1
//@ throws: java.util.InputMismatchException
import java.util.Scanner;
public class UncaughtInputMismatch {
    public static void main(String[] args) {
        Scanner s = new Scanner(System.in);
        int sum = 0;
        while (true) { sum += s.nextInt(); System.out.println(sum); }
    }
}
