//@ library: resilience

import io.github.resilience4j.bulkhead.*;
import io.github.resilience4j.circuitbreaker.*;
import io.github.resilience4j.ratelimiter.*;
import io.github.resilience4j.retry.*;
import java.time.Duration;
import java.util.function.*;

/** Circuit breaker, retries, bulkhead and rate limiter of Resilience4j. */
public class ResilienceParts {
    static int n;

    public static void main(String[] a) throws Exception {
        CircuitBreaker b = CircuitBreaker.of("b", CircuitBreakerConfig.custom().slidingWindowSize(4).minimumNumberOfCalls(4).failureRateThreshold(50).build());
        b.getEventPublisher().onStateTransition(e -> System.out.println(e.getStateTransition()));
        for (int i = 0; i < 6; i++) try {
            b.executeSupplier(() -> {
                if (n++ % 2 == 0) throw new IllegalStateException("x" + n);
                return n;
            });
        } catch (Exception e) {
            System.out.println(e.getMessage());
        }
        System.out.println(b.getState() + " " + b.getMetrics().getFailureRate());
        Retry r = Retry.of("r", RetryConfig.custom().maxAttempts(4).waitDuration(Duration.ofMillis(2)).build());
        n = 0;
        System.out.println(r.executeSupplier(() -> {
            if (++n < 3) throw new RuntimeException("again");
            return "ok " + n;
        }));
        Bulkhead h = Bulkhead.of("h", BulkheadConfig.custom().maxConcurrentCalls(1).build());
        try {
            h.executeRunnable(() -> h.executeRunnable(() -> {}));
        } catch (BulkheadFullException e) {
            System.out.println(e.getMessage());
        }
        RateLimiter l = RateLimiter.of("l", RateLimiterConfig.custom().limitForPeriod(2).limitRefreshPeriod(Duration.ofHours(1)).timeoutDuration(Duration.ZERO).build());
        for (int i = 0; i < 3; i++) System.out.println(l.acquirePermission());
    }
}
