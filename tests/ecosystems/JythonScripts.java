//@ library: jython
import org.python.util.PythonInterpreter; import org.python.core.*;
/** Jython: statements, functions, comprehensions, classes, exceptions. */
public class JythonScripts {
  public static void main(String[] args) {
    java.util.Properties p = new java.util.Properties(); p.put("python.import.site", "false"); p.put("python.cachedir.skip", "true"); PythonInterpreter.initialize(System.getProperties(), p, new String[0]);
    try (PythonInterpreter py = new PythonInterpreter()) {
      py.exec("def fib(n):\n  return n if n < 2 else fib(n-1) + fib(n-2)\nprint [fib(i) for i in range(12)]\nclass A(object):\n  def __init__(self, x): self.x = x\n  def __repr__(self): return 'A(%d)' % self.x\nprint sorted([A(3), A(1)], key=lambda a: a.x)\ntry:\n  1/0\nexcept ZeroDivisionError as e:\n  print e\nd = {'b': 2, 'a': 1}\nprint sorted(d.items())");
      System.out.println(py.eval("sum(x*x for x in xrange(10))").asInt() + " " + py.eval("'%05.2f' % 3.14159"));
    }
  }
}
