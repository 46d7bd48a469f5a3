import java.util.ArrayDeque;
public class WhileInterpreter {
    static String run(String program, String input) {
        byte[] tape = new byte[300];
        int p = 0, in = 0;
        int[] jump = new int[program.length()];
        ArrayDeque<Integer> stack = new ArrayDeque<>();
        for (int i = 0; i < jump.length; i++) {
            if (program.charAt(i) == '[') stack.push(i);
            else if (program.charAt(i) == ']') {
                int j = stack.pop();
                jump[i] = j;
                jump[j] = i;
            }
        }
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < jump.length; i++) {
            switch (program.charAt(i)) {
                case '>' -> p++;
                case '<' -> p--;
                case '+' -> tape[p]++;
                case '-' -> tape[p]--;
                case '.' -> out.append((char) tape[p]);
                case ',' -> tape[p] = in < input.length() ? (byte) input.charAt(in++) : 0;
                case '[' -> { if (tape[p] == 0) i = jump[i]; }
                case ']' -> { if (tape[p] != 0) i = jump[i]; }
                default -> { }
            }
        }
        return out.toString();
    }
    public static void main(String[] args) {
        System.out.print(run("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++.", ""));
        System.out.println(run(">,[>,]<[.<]", "reverse"));
        System.out.println(run(",>++++++[<-------->-],[<+>-],<.>.", "43 ").length());
    }
}
