//@ since: 25
void main() { IO.println("instance main " + helper(3)); for (var x : java.util.List.of(1, 2)) IO.print(x + " "); IO.println(); var m = new HashMap<String, Integer>(); m.merge("a", 1, Integer::sum); IO.println(m); }
int helper(int n) { return n * field; }
int field = 7;
