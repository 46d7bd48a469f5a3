//@ outputs: 1 0 1 | 1 0 2 | 1 1 2 | 2 0 2 | 2 1 2
//@ expect: holds
// A phaser registers with its parent first, and then its own party: in between, one can see the one and not the other.
import java.util.concurrent.Phaser;

public class PhaserOfTwoTiers {
    public static void main(String[] args) throws InterruptedException {
        Phaser root = new Phaser(1);
        Phaser child = new Phaser(root);
        int[] seen = new int[3];
        Thread other = new Thread(() -> {
            seen[0] = root.getRegisteredParties();
            seen[1] = child.getRegisteredParties();
            seen[2] = root.getRegisteredParties();
        });
        other.start();
        child.register();
        other.join();
        System.out.println(seen[0] + " " + seen[1] + " " + seen[2]);
    }
}
