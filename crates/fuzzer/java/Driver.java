// Runs programs that are class files (`src/bytecode`): those named in `programs`, from a place on, each with a line of its own.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;

public class Driver {
    /** A program that does more than that is ended. */
    static final int FUEL = 400;
    static final int LENGTH_MAX = 2_000;

    static StringBuilder out;
    static int fuel;

    public static void main(String[] args) throws Exception {
        int from = args.length == 0 ? 0 : Integer.parseInt(args[0]);
        List<String> names = new ArrayList<>();
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(Driver.class.getResourceAsStream("programs")))) {
            for (String name; (name = reader.readLine()) != null; ) names.add(name);
        }
        for (int at = from; at < names.size(); at++) one(names.get(at));
    }

    static void one(String name) {
        out = new StringBuilder();
        fuel = FUEL;
        try {
            Class.forName(name).getMethod("run").invoke(null);
        } catch (java.lang.reflect.InvocationTargetException e) {
            fuel = FUEL;
            p(e.getCause());
        } catch (Throwable e) {
            fuel = FUEL;
            p(e);
        }
        System.out.println(name + " " + out.toString().replace('\n', '/').replace('\r', '/'));
    }

    public static void tick() { if (--fuel < 0) throw new IllegalStateException("fuel"); }
    /** Loaders are named alike before what is told is measured: the hash in a name has as many digits as it happens to have. */
    static void told(String text) {
        tick();
        if (out.length() >= LENGTH_MAX) return;
        out.append(text.replaceAll("loader java.net.URLClassLoader @[0-9a-f]+", "loader 'app'")).append(';');
    }
    public static void p(boolean v) { told("" + v); }
    public static void p(byte v) { told("" + v); }
    public static void p(char v) { told("c" + (int) v); }
    public static void p(short v) { told("" + v); }
    public static void p(int v) { told("" + v); }
    public static void p(long v) { told(v + "L"); }
    public static void p(float v) { told(v + "f"); }
    public static void p(double v) { told(v + "d"); }

    public static void p(Object v) {
        if (v instanceof Throwable e) {
            Throwable cause = e.getCause();
            // Which of several interfaces a message of these names is arbitrary.
            told((e instanceof AbstractMethodError ? e.getClass().getName() : e) + (cause == null || cause == e ? "" : "<" + cause));
        } else if (v instanceof String) told((String) v);
        else if (v == null) told("null");
        else if (v.getClass().isArray()) told(v.getClass().getName() + java.lang.reflect.Array.getLength(v));
        else told(v.getClass().getName());
    }
}
