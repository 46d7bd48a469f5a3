//@ since: 25
//@ exit: 1
//@ throws: java.lang.IllegalStateException: from instance main
public class ProtectedMain { String n="inst"; public ProtectedMain(){ System.out.println("ctor"); } protected void main(String[] a){ System.out.println(n+a.length); throw new IllegalStateException("from instance main"); } }
