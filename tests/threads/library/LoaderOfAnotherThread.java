//@ outputs: false false | false true | true false | true true
//@ expect: holds
// The loader that a thread finds classes by is a plain field of it, which others can read.

public class LoaderOfAnotherThread {
    public static void main(String[] args) throws InterruptedException {
        Thread main = Thread.currentThread();
        ClassLoader loader = main.getContextClassLoader();
        boolean[] none = new boolean[2];
        Thread other = new Thread(() -> {
            none[0] = main.getContextClassLoader() == null;
            none[1] = main.getContextClassLoader() == null;
        });
        other.start();
        main.setContextClassLoader(null);
        main.setContextClassLoader(loader);
        main.setContextClassLoader(null);
        other.join();
        System.out.println(none[0] + " " + none[1]);
    }
}
