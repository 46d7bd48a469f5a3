public class CloneAndCovariance {
    static class Node implements Cloneable {
        int v; int[] data; Node next;
        Node(int v) { this.v = v; data = new int[] {v}; }
        @Override protected Node clone() throws CloneNotSupportedException { Node n = (Node) super.clone(); n.data = data.clone(); return n; }
    }
    static class Plain { Object tryClone() throws CloneNotSupportedException { return super.clone(); } }
    static class Sub extends Node { String s = "sub"; Sub() { super(4); } }
    public static void main(String[] args) throws Exception {
        int[] a = {1, 2, 3};
        int[] b = a.clone();
        b[0] = 9;
        System.out.println(a[0] + " " + b[0] + " " + a.equals(b) + " " + (a.getClass() == b.getClass()));
        Object[] os = new String[] {"x"};
        System.out.println(os.clone().getClass().getSimpleName());
        Node n = new Node(1);
        n.next = new Node(2);
        Node c = n.clone();
        c.data[0] = 50;
        c.next.v = 77;
        System.out.println(n.data[0] + " " + n.next.v + " " + (c.next == n.next));
        Node s = new Sub().clone();
        System.out.println(s.getClass().getSimpleName() + " " + ((Sub) s).s);
        try {
            new Plain().tryClone();
        } catch (CloneNotSupportedException e) {
            System.out.println(e.getMessage());
        }
        Number[] nums = new Integer[] {1, 2};
        try {
            nums[0] = 1.5;
        } catch (ArrayStoreException e) {
            System.out.println(e.getMessage());
        }
        System.out.println(nums[0] + " " + (nums instanceof Integer[]) + " " + (Object) nums.getClass().getName());
        boolean[] z = new boolean[2];
        z[0] = !z[1];
        System.out.println(z[0] + "" + z[1] + new float[1][0].length + new char[1].length);
    }
}
