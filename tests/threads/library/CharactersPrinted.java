//@ outputs: ab | ay | xb | xy
//@ expect: holds
// Characters are printed one by one, as far as others write them meanwhile.

public class CharactersPrinted {
    static final char[] TEXT = {'a', 'b'};

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            TEXT[0] = 'x';
            TEXT[1] = 'y';
        });
        other.start();
        System.out.println(TEXT);
        other.join();
    }
}
