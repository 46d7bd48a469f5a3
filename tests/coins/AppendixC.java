//@ label: "left" = field:AppendixC.left=true
//@ ask: P=? [ F "end" ] = 1/10
//@ ask: P=? [ F "left" ] = 1/10

import probabilistic.Choice;

/** A program like those of the thesis's Appendix C: nested loops, some of which make the same one choice for ever. */
public class AppendixC {
  static boolean left;

  public static void main(String[] args) {
    while (true) {
      switch (Choice.make(new double[] {0.75, 0.25})) {
        case 0:
          switch (Choice.make(new double[] {0.5, 0.5})) {
            case 0:
              switch (Choice.make(new double[] {1.0})) {
                case 0:
                  break;
              }
              break;
            case 1:
              while (true) {
                Choice.make(new double[] {0.5, 0.5});
              }
          }
          break;
        case 1:
          switch (Choice.make(new double[] {0.75, 0.25})) {
            case 0:
              while (true) {
                Choice.make(new double[] {1.0});
              }
            case 1:
              left = true;
              return;
          }
      }
    }
  }
}
