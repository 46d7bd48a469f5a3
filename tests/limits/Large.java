import hazard.UniformChoice;

/** Three runners, and a die that says who makes the next step: as many states as the cube of the distance; each wins as often. */
public class Large {
    static boolean first;

    public static void main(String[] args) {
        int goal = Integer.parseInt(args[0]);
        int a = 0;
        int b = 0;
        int c = 0;
        while (a < goal && b < goal && c < goal) {
            switch (UniformChoice.make(3)) {
                case 0 -> a++;
                case 1 -> b++;
                default -> c++;
            }
        }
        first = a == goal;
    }
}
