//@ library: cats

import cats.effect.*;
import cats.effect.unsafe.*;
import scala.runtime.BoxedUnit;

/** Effects of Cats Effect, called from Java: in turn, both at once, failing, and many that yield. */
public class CatsEffects {
    public static void main(String[] a) {
        IORuntime r = IORuntime.global();
        IO<Object> io = IO.apply(() -> (Object) 20).flatMap(x -> IO.apply(() -> (Object) ((Integer) x + 1))).map(x -> (Integer) x * 2);
        System.out.println(io.unsafeRunSync(r));
        IO<Object> both = io.both(io).map(t -> t._1() + "," + t._2());
        System.out.println(both.unsafeRunSync(r));
        System.out.println(IO.raiseError(new RuntimeException("boom")).attempt().unsafeRunSync(r));
        IO<Object> loop = IO.pure((Object) 0);
        for (int i = 0; i < 200; i++) {
            int n = i;
            loop = loop.flatMap(x -> IO.cede().map(u -> (Object) ((Integer) x + n)));
        }
        System.out.println(loop.unsafeRunSync(r));
        System.exit(0);
    }
}
