//@ check: --property races
//@ expect: race
// The map hands out the cell safely, but its counter is incremented outside the map.

import java.util.concurrent.*;
public class MapOfMutableCells { static class Cell { int n; } public static void main(String[] args) throws Exception { ConcurrentMap<String, Cell> m = new ConcurrentHashMap<>(); Runnable r = () -> m.computeIfAbsent("k", k -> new Cell()).n++; Thread t = new Thread(r, "a"), u = new Thread(r, "b"); t.start(); u.start(); } }
