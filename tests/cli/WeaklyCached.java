import java.lang.ref.WeakReference;

/** Takes what a weak reference refers to for granted. */
public class WeaklyCached {
    public static void main(String[] args) {
        WeakReference<Object> reference = new WeakReference<>(new Object());
        System.out.println(reference.get() != null);
    }
}
