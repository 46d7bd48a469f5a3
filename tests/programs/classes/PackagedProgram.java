package classes.pkg;
public class PackagedProgram {
    interface Visitor<R> { R num(int n); R add(Expr a, Expr b); R mul(Expr a, Expr b); }
    interface Expr { <R> R accept(Visitor<R> v); }
    static Expr num(int n) { return new Expr() { public <R> R accept(Visitor<R> v) { return v.num(n); } }; }
    static Expr add(Expr a, Expr b) { return new Expr() { public <R> R accept(Visitor<R> v) { return v.add(a, b); } }; }
    static Expr mul(Expr a, Expr b) { return new Expr() { public <R> R accept(Visitor<R> v) { return v.mul(a, b); } }; }
    public static void main(String[] args) {
        Expr e = add(num(2), mul(num(3), add(num(4), num(5))));
        System.out.println(e.accept(new Visitor<Integer>() {
            public Integer num(int n) { return n; }
            public Integer add(Expr a, Expr b) { return a.accept(this) + b.accept(this); }
            public Integer mul(Expr a, Expr b) { return a.accept(this) * b.accept(this); }
        }));
        System.out.println(e.accept(new Visitor<String>() {
            public String num(int n) { return "" + n; }
            public String add(Expr a, Expr b) { return "(" + a.accept(this) + "+" + b.accept(this) + ")"; }
            public String mul(Expr a, Expr b) { return a.accept(this) + "*" + b.accept(this); }
        }));
        System.out.println(PackagedProgram.class.getName() + " " + PackagedProgram.class.getPackageName() + " " + PackagedProgram.class.getPackage().getName() + " " + e.getClass().getName());
        System.out.println(new Throwable().getStackTrace()[0]);
    }
}
