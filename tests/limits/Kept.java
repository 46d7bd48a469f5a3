/** Two threads that count without a lock, each starting a class of its own late: enough states to be interrupted among. */
public class Kept {
    static int x;
    static int y;

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> {
            for (int i = 0; i < 4; i++) {
                x++;
            }
            y += Late.value();
        });
        Thread two = new Thread(() -> {
            for (int i = 0; i < 4; i++) {
                x++;
            }
            y += Later.value();
        });
        one.start();
        two.start();
        one.join();
        two.join();
        assert x != 3 : x + " " + y;
    }

    static class Late {
        static int count = 1;

        static int value() {
            return count;
        }
    }

    static class Later {
        static int count = 2;

        static int value() {
            return count + Integer.toString(x).length();
        }
    }
}
