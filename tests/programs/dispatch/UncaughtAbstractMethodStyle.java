//@ exit: 1
//@ throws: java.lang.NullPointerException: Cannot invoke "java.lang.StringBuilder.append(String)" because "this.log" is null
public class UncaughtAbstractMethodStyle {
    static class Base { Base() { setup(); } void setup() { System.out.println("base setup"); } } static class Derived extends Base { final StringBuilder log = new StringBuilder(); @Override void setup() { log.append("too early"); } }
    public static void main(String[] args) { new Base(); new Derived(); }
}
