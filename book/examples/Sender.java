import hazard.Choice;

/** Sends until there is an answer; one message in ten is lost. Counts its attempts, and gives up never. */
public class Sender {
  static int attempts;

  static boolean send() {
    attempts++;
    return Choice.make(new double[] {0.9, 0.1}) == 0;
  }

  public static void main(String[] args) {
    while (!send()) {
      assert attempts < 1000 : "that many attempts were never meant";
    }
  }
}
