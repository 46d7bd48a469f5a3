//@ outputs: false true | true false
//@ expect: holds
// Of two threads that make the same folder one does, whichever comes first; that the way there was gone before changes nothing.
import java.io.File;

public class FolderMadeByOne {
    static final File FOLDER = new File("made-by-one");
    static boolean others;

    public static void main(String[] args) throws Exception {
        FOLDER.mkdir();
        FOLDER.delete();
        Thread other = new Thread(() -> others = FOLDER.mkdir());
        other.start();
        boolean own = FOLDER.mkdir();
        other.join();
        System.out.println(others + " " + own);
    }
}
