//@ check: --property races
//@ expect: holds
// What was written before exchange happens before what the partner does after it.

import java.util.concurrent.*;
public class ExchangedArrays { public static void main(String[] args) throws Exception { Exchanger<int[]> e = new Exchanger<>(); Thread t = new Thread(() -> { int[] mine = { 1 }; mine[0]++; try { int[] o = e.exchange(mine); o[0]++; } catch (InterruptedException x) { } }); t.start(); int[] m = { 5 }; m[0]++; int[] o = e.exchange(m); o[0]++; t.join(); } }
