public class DoubleDispatchAndSuper {
    static class Animal { String name() { return "animal"; } String meet(Animal o) { return o.metBy(this); } String metBy(Animal a) { return "A-A"; } String metBy(Dog d) { return "A-D"; } private String secret() { return "animal secret"; } String reveal() { return secret(); } static String kind() { return "k"; } }
    static class Dog extends Animal { @Override String name() { return "dog/" + super.name(); } @Override String meet(Animal o) { return o.metBy(this); } @Override String metBy(Animal a) { return "D-A"; } @Override String metBy(Dog d) { return "D-D"; } private String secret() { return "dog secret"; } String both() { return secret() + "," + reveal(); } }
    static class Puppy extends Dog { @Override String name() { return "puppy/" + super.name(); } class Tail { String wag() { return Puppy.this.name() + "|" + Puppy.super.name(); } } }
    protected Object clone() { return "cloned"; }
    static class Chain { Chain a() { System.out.print("a"); return this; } Chain b() { System.out.print("b"); return null; } static Chain s() { System.out.print("s"); return null; } }
    public static void main(String[] args) {
        Animal a = new Animal(), d = new Dog(), p = new Puppy();
        for (Animal x : new Animal[] {a, d, p}) for (Animal y : new Animal[] {a, d, p}) System.out.print(x.meet(y) + " ");
        System.out.println();
        System.out.println(p.name() + " " + ((Dog) p).both() + " " + d.reveal() + " " + ((Puppy) p).new Tail().wag());
        System.out.println(new DoubleDispatchAndSuper().clone());
        try { new Chain().a().b().a(); } catch (NullPointerException e) { System.out.println(" npe"); }
        new Chain().a().s().s();
        System.out.println();
        Object o = p;
        String r = o instanceof Puppy q && q.name().length() > 5 ? q.name().substring(0, 5) : "none";
        System.out.println(r);
        if (!(o instanceof Dog dog)) throw new IllegalStateException();
        System.out.println(dog.both());
    }
}
