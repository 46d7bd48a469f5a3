package org.openjdk.jcstress.annotations;

import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** By this name and no more. */
@Retention(RetentionPolicy.RUNTIME)
@Repeatable(Outcome.Outcomes.class)
public @interface Outcome {
  String[] id() default {""};

  Expect expect();

  String desc() default "";

  /** Several of them. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Outcomes {
    Outcome[] value();
  }
}
