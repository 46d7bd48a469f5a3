//@ library: reactor
import reactor.core.publisher.*; import reactor.core.scheduler.*; import java.time.Duration;
/** Reactor: fluxes and monos, schedulers, errors. */
public class ReactorStreams { public static void main(String[] a) { Flux.range(1, 5).map(x -> x * x).reduce(Integer::sum).subscribe(System.out::println); System.out.println(Flux.range(1, 100).publishOn(Schedulers.parallel()).filter(x -> x % 7 == 0).collectList().block()); System.out.println(Mono.fromCallable(() -> 1 / 0).onErrorReturn(-1).block() + Flux.just("a", "b").zipWith(Flux.range(1, 2), (x, y) -> x + y).blockLast()); System.out.println(Mono.just(1).delayElement(Duration.ofMillis(20)).block()); Schedulers.shutdownNow(); } }
