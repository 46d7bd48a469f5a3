//@ outputs: false | true
//@ expect: holds
// Loaders are told at any time whether classes that come later assert.

public class AssertionsOfLoader {
    static class Late {}

    public static void main(String[] args) throws Exception {
        ClassLoader loader = AssertionsOfLoader.class.getClassLoader();
        loader.setDefaultAssertionStatus(false);
        Thread other = new Thread(() -> {
            loader.setDefaultAssertionStatus(true);
        });
        other.start();
        boolean asserts = Late.class.desiredAssertionStatus();
        other.join();
        System.out.println(asserts);
    }
}
