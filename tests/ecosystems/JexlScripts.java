//@ library: jexl
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.jexl3.JexlBuilder;
import org.apache.commons.jexl3.JexlContext;
import org.apache.commons.jexl3.JexlEngine;
import org.apache.commons.jexl3.JexlException;
import org.apache.commons.jexl3.MapContext;
import org.apache.commons.jexl3.introspection.JexlPermissions;

/** Expressions and scripts over objects of the program. */
public class JexlScripts {
  public static class Account {
    private int balance = 10;

    public int getBalance() {
      return balance;
    }

    public void deposit(int amount) {
      balance += amount;
    }
  }

  public static void main(String[] args) {
    JexlEngine engine = new JexlBuilder().permissions(JexlPermissions.UNRESTRICTED).strict(true).silent(false).create();
    JexlContext context = new MapContext();
    context.set("account", new Account());
    context.set("list", new ArrayList<>(List.of(3, 1, 2)));
    System.out.println(engine.createExpression("account.balance * 2 + list.size()").evaluate(context));
    System.out.println(engine.createScript("account.deposit(5); var sum = 0; for (x : list) { sum += x; } account.balance + sum").execute(context));
    System.out.println(engine.createScript("var fib = (n) -> { n < 2 ? n : fib(n - 1) + fib(n - 2) }; fib(12)").execute(context));
    System.out.println(engine.createExpression("'a' =~ ['a', 'b'] && 'text' =^ 'te' ? {'k' : 2.5} : null").evaluate(context));
    System.out.println(engine.createScript("x = 3; while (x > 0) { x = x - 1; if (x == 1) break; } `left ${x}`").execute(context));
    for (String bad : List.of("1 +", "nothing.at.all", "account.none()")) {
      try {
        System.out.println(engine.createScript(bad).execute(context));
      } catch (JexlException e) {
        System.out.println(e.getClass().getSimpleName());
      }
    }
  }
}
