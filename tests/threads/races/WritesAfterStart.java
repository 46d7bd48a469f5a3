//@ check: --property races
//@ expect: race
// The thread reads its own field in its first line, and the field is written after start: the two may stand next to
// each other although the thread does other things first.

public class WritesAfterStart extends Thread { int id; public void run() { System.out.println(id); } public static void main(String[] args) { WritesAfterStart r = new WritesAfterStart(); r.start(); r.id = 4; } }
