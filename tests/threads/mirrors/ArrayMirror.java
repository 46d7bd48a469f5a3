//@ check:
//@ expect: holds
//@ outputs: 1 1 | 1 2 | 2 1 | 2 2
// Elements read and written by java.lang.reflect.Array are elements read and written.

import java.lang.reflect.Array;

public class ArrayMirror {
    static final int[] numbers = new int[1];
    static final Integer[] boxes = {0};

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(ArrayMirror::add);
        other.start();
        add();
        other.join();
        System.out.println(numbers[0] + " " + boxes[0]);
    }

    static void add() {
        Array.set(numbers, 0, 1 + (Integer) Array.get(numbers, 0));
        Array.set(boxes, 0, 1 + (Integer) Array.get(boxes, 0));
    }
}
