//@ library: groovy
import groovy.lang.*;
/** Groovy: scripts with closures, lists, maps, strings, classes. */
public class GroovyScripts {
  public static void main(String[] args) {
    GroovyShell s = new GroovyShell(new Binding(java.util.Map.of("n", 5)));
    System.out.println(s.evaluate("(1..n).collect { it * it }.findAll { it % 2 }.sum()"));
    System.out.println(s.evaluate("def m = [a: 1, b: 2]; m.c = 3; m.collect { k, v -> \"$k=${v + 1}\" }.join(',')"));
    System.out.println(s.evaluate("class P { String name; int age; String toString() { \"$name:$age\" } }; [new P(name: 'x', age: 3), new P(name: 'y', age: 1)].sort { it.age }*.toString()"));
    System.out.println(s.evaluate("'Hello'.reverse() + ('abc' =~ /b/).find() + (10 as BigDecimal) / 4"));
  }
}
