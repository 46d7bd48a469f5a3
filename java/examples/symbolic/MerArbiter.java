//@ pse: --target failure --max
//@ expect-value: 1/10
//@ pse: --target failure --min
//@ expect-value: 0
//@ pse: --target success --min
//@ expect-value: 9/10
//@ source: after the arbiter of the Mars Exploration Rover in K. Luckow et al., ASE 2014, and G. Holzmann and R. Joshi, Model-driven software verification, SPIN 2004

import hazard.Symbolic;

/**
 * An arbiter grants a shared resource to two users; a request takes it away from a holder of lower priority.
 *
 * <p>Failure: a request of equal priority takes it away as well, so that the first user, who is to win ties, may be robbed:
 * only under the schedule in which the second asks before the first has finished. Priorities are inputs, 1..10 each.
 */
public class MerArbiter {
  private final int[] priority;
  private final boolean[] finished = new boolean[2];
  private int holder = -1;

  MerArbiter(int first, int second) {
    priority = new int[] {first, second};
  }

  synchronized void request(int user) {
    if (holder < 0 || priority[user] >= priority[holder]) {
      holder = user;
    }
  }

  synchronized void finish(int user) {
    if (holder == user) {
      finished[user] = true;
      holder = -1;
    }
  }

  public static void main(String[] args) throws Exception {
    int first = Symbolic.integer("first", 1, 10);
    int second = Symbolic.integer("second", 1, 10);
    MerArbiter arbiter = new MerArbiter(first, second);
    Thread[] users = new Thread[2];
    for (int i = 0; i < 2; i++) {
      int user = i;
      users[i] = new Thread(() -> {
        arbiter.request(user);
        arbiter.finish(user);
      }, "user " + i);
      users[i].start();
    }
    users[0].join();
    users[1].join();
    assert arbiter.finished[first >= second ? 0 : 1] : "the rightful user was robbed";
  }
}
