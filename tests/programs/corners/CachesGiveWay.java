import java.lang.ref.ReferenceQueue;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.List;

/** What is held softly does not exhaust memory, however much of it there is. */
public class CachesGiveWay {
    public static void main(String[] args) {
        ReferenceQueue<byte[]> queue = new ReferenceQueue<>();
        List<SoftReference<byte[]>> soft = new ArrayList<>();
        for (int i = 0; i < 90; i++) {
            soft.add(new SoftReference<>(new byte[8 << 20], queue));
        }
        boolean told = true;
        int gone = 0;
        for (SoftReference<byte[]> one : soft) {
            gone += one.get() == null ? 1 : 0;
        }
        for (int i = 0; i < gone; i++) {
            told &= queue.poll() != null;
        }
        System.out.println(soft.size() + " " + told);
    }
}
