//@ library: scala
import scala.concurrent.Await; import scala.concurrent.ExecutionContext; import scala.concurrent.Future; import scala.concurrent.duration.Duration; import java.util.concurrent.TimeUnit;
/** Scala's library from Java: futures, promises, immutable lists. */
public class ScalaFutures {
  public static void main(String[] args) throws Exception {
    ExecutionContext ec = ExecutionContext.global();
    Future<Integer> f = Future.apply(() -> 20, ec).map(x -> x + 1, ec).flatMap(x -> Future.apply(() -> x * 2, ec), ec);
    System.out.println(Await.result(f, Duration.apply(5, TimeUnit.SECONDS)));
    scala.concurrent.Promise<String> p = scala.concurrent.Promise$.MODULE$.apply(); new Thread(() -> p.success("kept")).start(); System.out.println(Await.result(p.future(), Duration.apply(5, TimeUnit.SECONDS)));
    scala.collection.immutable.List<Integer> l = scala.collection.immutable.List$.MODULE$.<Integer>empty().$colon$colon(3).$colon$colon(2).$colon$colon(1); System.out.println(l + " " + l.map(x -> x * x).mkString(",") + " " + l.foldLeft(0, (a, b) -> a + b) + l.reverse().headOption());
  }
}
