//@ args: 6
//@ label: "four" = returned:PolyaUniform.red(int)=4
//@ ask: P=? [ F "four" ] = 1/7

import probabilistic.UniformChoice;

/** From one red and one black ball, the number of red balls after n draws is uniform from 1 to n + 1. */
public class PolyaUniform {
  static int red(int draws) {
    int red = 1;
    for (int balls = 2; balls < draws + 2; balls++) {
      if (UniformChoice.make(balls) < red) {
        red++;
      }
    }
    return red;
  }

  public static void main(String[] args) {
    System.out.println(red(Integer.parseInt(args[0])));
  }
}
