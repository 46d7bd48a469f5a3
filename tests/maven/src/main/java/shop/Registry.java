package shop;

/** There is to be one only. */
public final class Registry {
    private static Registry instance;

    private Registry() {}

    public static Registry get() {
        if (instance == null) {
            instance = new Registry();
        }
        return instance;
    }

    public static synchronized Registry getSafely() {
        return get();
    }
}
