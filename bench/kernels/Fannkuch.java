/** Pancake flipping over all permutations: small arrays, much index arithmetic. */
public class Fannkuch {
  static int flipsMax(int n) {
    int[] permutation = new int[n];
    int[] work = new int[n];
    int[] count = new int[n];
    for (int i = 0; i < n; i++) {
      permutation[i] = i;
    }
    int most = 0;
    int rotating = n;
    while (true) {
      while (rotating != 1) {
        count[rotating - 1] = rotating;
        rotating--;
      }
      for (int i = 0; i < n; i++) {
        work[i] = permutation[i];
      }
      int flips = 0;
      int first = work[0];
      while (first != 0) {
        for (int low = 0, high = first; low < high; low++, high--) {
          int swap = work[low];
          work[low] = work[high];
          work[high] = swap;
        }
        flips++;
        first = work[0];
      }
      most = Math.max(most, flips);
      while (true) {
        if (rotating == n) {
          return most;
        }
        int front = permutation[0];
        for (int i = 0; i < rotating; i++) {
          permutation[i] = permutation[i + 1];
        }
        permutation[rotating] = front;
        if (--count[rotating] > 0) {
          break;
        }
        rotating++;
      }
    }
  }

  public static void main(String[] args) {
    System.out.println(flipsMax(9));
  }
}
