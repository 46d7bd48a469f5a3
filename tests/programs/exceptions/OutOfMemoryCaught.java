public class OutOfMemoryCaught {
    public static void main(String[] args) {
        try {
            int[] huge = new int[Integer.MAX_VALUE];
            System.out.println(huge.length);
        } catch (OutOfMemoryError e) {
            System.out.println("OutOfMemoryError");
        }
        try {
            long[][] rows = new long[2000][Integer.MAX_VALUE - 8];
            System.out.println(rows.length);
        } catch (OutOfMemoryError e) {
            System.out.println("again " + (e instanceof VirtualMachineError));
        }
        System.out.println("still alive");
    }
}
