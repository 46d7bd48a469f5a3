// Values of all kinds.

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

public class Values {
    record Point(int x, int y) {
        int sum() {
            return x + y;
        }
    }

    static class Shape {
        final String name;
        protected double area = 2.5;

        Shape(String name) {
            this.name = name;
        }

        @Override
        public String toString() {
            return "Shape " + name;
        }
    }

    static class Square extends Shape {
        long side = 1L << 40;
        char letter = 'q';

        Square() {
            super("square");
        }
    }

    public static void main(String[] args) {
        boolean yes = true;
        byte small = -3;
        short low = -300;
        char sign = 'ß';
        int number = 42;
        long large = 1L << 33;
        float half = 0.5f;
        double third = 1.0 / 3;
        String text = "grün";
        int[][] grid = {{1, 2}, {3}};
        String[] words = {"one", "two", "three"};
        Point point = new Point(3, 4);
        Shape shape = new Square();
        List<Integer> list = new ArrayList<>(List.of(5, 6));
        Map<String, Point> map = new TreeMap<>(Map.of("p", point));
        throw new IllegalStateException(text + yes + small + low + sign + number + large + half + third + grid.length
                + words.length + point + shape + list + map);
    }
}

/* jdb
$ stop at Values:54
$ cont
Breakpoint hit: "thread=main", Values.main(), line=54
$ print yes
yes = true
$ print small
small = -3
$ print low
low = -300
$ print number
number = 42
$ print large
large = 8589934592
$ print half
half = 0.5
$ print third
third = 0.3333333333333333
$ print text.length()
text.length() = 4
$ print grid[0][1]
grid[0][1] = 2
$ dump grid
instance of int[2]
instance of int[1]
$ dump words
"one", "two", "three"
$ print point
point = "Point[x=3, y=4]"
$ print point.sum()
point.sum() = 7
$ print shape
shape = "Shape square"
$ dump shape
side: 1099511627776
letter: q
Values$Shape.name: "square"
Values$Shape.area: 2.5
$ print list.get(1)
list.get(1) = "6"
$ eval list.remove(0)
= "5"
$ print list
list = "[5, 6]"
$ print map.get("p").sum()
= 7
$ eval text.substring(1).concat("!").length()
= 4
$ cont
Exception occurred: java.lang.IllegalStateException (uncaught)
*/
