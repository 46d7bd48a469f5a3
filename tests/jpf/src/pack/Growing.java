package pack;

import probabilistic.Choice;

/** Counts until a coin says stop: a chain without end, of which every state but the last goes on with 1/2. */
public class Growing {
  public static void main(String[] args) {
    long rounds = 0;
    while (Choice.make(new double[] {0.5, 0.5}) == 0) {
      rounds++;
    }
    System.out.println(rounds);
  }
}
