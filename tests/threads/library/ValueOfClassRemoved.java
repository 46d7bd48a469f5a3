//@ outputs: main other | here here | other other
//@ expect: holds
// A class's value is computed by whoever asks first after it was removed.

public class ValueOfClassRemoved {
    static final ClassValue<String> WHO = new ClassValue<>() {
        @Override
        protected String computeValue(Class<?> type) {
            return Thread.currentThread().getName();
        }
    };

    public static void main(String[] args) throws InterruptedException {
        WHO.get(String.class);
        String[] seen = new String[2];
        Thread here = new Thread(() -> seen[0] = WHO.get(String.class), "here");
        Thread other = new Thread(() -> {
            WHO.remove(String.class);
            seen[1] = WHO.get(String.class);
        }, "other");
        here.start();
        other.start();
        here.join();
        other.join();
        System.out.println(seen[0] + " " + seen[1]);
    }
}
