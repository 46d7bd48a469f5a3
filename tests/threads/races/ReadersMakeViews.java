//@ check: --property races
//@ expect: holds
// The views that HashMap makes when first asked for are equal whoever makes them; reading is all the threads do.

import java.util.*;
public class ReadersMakeViews { public static void main(String[] args) throws Exception { Map<String, Integer> m = new HashMap<>(); m.put("a", 1); Runnable r = () -> { if (m.get("a") != 1) throw new AssertionError(); for (var e : m.entrySet()) e.getValue(); }; Thread t = new Thread(r), u = new Thread(r); t.start(); u.start(); t.join(); u.join(); m.put("b", 2); } }
