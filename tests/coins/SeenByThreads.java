//@ label: "guessed" = field:SeenByThreads.isGuessed=true
//@ label: "seen" = field:SeenByThreads.isSeen=true
//@ ask: Pmax=? [ F "guessed" ] = 1/4
//@ ask: Pmin=? [ F "guessed" ] = 1/4
//@ ask: Pmax=? [ F "seen" ] = 1
//@ ask: Pmin=? [ F "seen" ] = 0

import hazard.UniformChoice;

/** No scheduler helps to guess what another thread draws, but it decides whether the draw is seen. */
public class SeenByThreads {
  static volatile int secret = -1;
  static boolean isGuessed;
  static boolean isSeen;

  public static void main(String[] args) throws InterruptedException {
    Thread other = new Thread(() -> secret = UniformChoice.make(4));
    other.start();
    int guess = UniformChoice.make(4);
    isSeen = secret >= 0;
    other.join();
    isGuessed = guess == secret;
  }
}
