//@ check: --property races
//@ expect: holds
// Vector and Hashtable lock for each call.

import java.util.*;
public class SynchronizedCollections { public static void main(String[] args) throws Exception { Vector<Integer> v = new Vector<>(); Hashtable<Integer, Integer> h = new Hashtable<>(); Runnable r = () -> { v.add(1); h.put(1, 2); }; Thread t = new Thread(r); t.start(); r.run(); t.join(); if (v.size() != 2) throw new AssertionError(); } }
