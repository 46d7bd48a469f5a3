import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** Events of the flight recorder while nothing is recorded, which a program may have anywhere. */
public class QuietEvents {
    @Name("quiet.Work")
    @Label("Work")
    static class Work extends Event {
        @Label("Amount") int amount;
    }

    public static void main(String[] args) {
        int done = 0;
        for (int i = 0; i < 3; i++) {
            Work work = new Work();
            work.begin();
            work.amount = i;
            done += work.amount;
            work.end();
            if (work.shouldCommit()) {
                System.out.println("recorded");
            }
            work.commit();
            System.out.println(work.isEnabled());
        }
        System.out.println(done);
    }
}
