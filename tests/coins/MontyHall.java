//@ args:
//@ label: "stay" = field:MontyHall.stayWins=true
//@ label: "switch" = field:MontyHall.switchWins=true
//@ ask: P=? [ F "stay" ] = 1/3
//@ ask: P=? [ F "switch" ] = 2/3

import java.util.Random;

/** The host opens a door with a goat, at random if there are two. Who changes the door wins twice as often. */
public class MontyHall {
  static boolean stayWins = false;
  static boolean switchWins = false;

  public static void main(String[] args) {
    Random random = new Random();
    int car = random.nextInt(3);
    int choice = random.nextInt(3);
    int opened;
    do {
      opened = random.nextInt(3);
    } while (opened == car || opened == choice);
    int other = 3 - choice - opened;
    if (choice == car) {
      stayWins = true;
    }
    if (other == car) {
      switchWins = true;
    }
  }
}
