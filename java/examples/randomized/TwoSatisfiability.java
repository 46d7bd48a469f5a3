//@ args: 8
//@ label: "satisfied" = returned:TwoSatisfiability.satisfy(int)=true
//@ reward: "flips" = invoked:TwoSatisfiability.flip(boolean[],int)
//@ ask: P=? [ F "satisfied" ] = 23/64
//@ ask: R{"flips"}=? [ F "end" ] = 29/4
//@ large: 64
//@ source: C. H. Papadimitriou, On selecting a satisfying truth assignment, FOCS 1991

import hazard.Coin;

/**
 * Looks for values that satisfy a formula of clauses with two literals each.
 *
 * <p>As long as a clause is violated, one of its two variables, drawn by a coin, is flipped.
 *
 * <p>Property: a satisfiable formula with n variables is satisfied within 2n^2 flips with probability at least 1/2.
 */
public class TwoSatisfiability {
  /** Literals are variables from 1, negative if negated; 1 must be true, then 2, 3 and 4. */
  static final int[][] CLAUSES = {{1, 2}, {1, -2}, {-1, 2}, {-2, 3}, {-3, 4}};

  static final int VARIABLES = 4;

  static boolean holds(boolean[] values, int literal) {
    return values[Math.abs(literal) - 1] == literal > 0;
  }

  /** The first violated clause, or null. */
  static int[] violated(boolean[] values) {
    for (int[] clause : CLAUSES) {
      if (!holds(values, clause[0]) && !holds(values, clause[1])) {
        return clause;
      }
    }
    return null;
  }

  static void flip(boolean[] values, int literal) {
    int variable = Math.abs(literal) - 1;
    values[variable] = !values[variable];
  }

  static boolean satisfy(int flipMax) {
    boolean[] values = new boolean[VARIABLES];
    for (int i = 0; i < flipMax; i++) {
      int[] clause = violated(values);
      if (clause == null) {
        return true;
      }
      flip(values, clause[Coin.flip()]);
    }
    return violated(values) == null;
  }

  public static void main(String[] args) {
    int flipMax = args.length > 0 ? Integer.parseInt(args[0]) : 8;
    System.out.println(satisfy(flipMax) ? "satisfied" : "given up");
  }
}
