package org.openjdk.jcstress.annotations;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** By this name and no more. */
@Retention(RetentionPolicy.RUNTIME)
public @interface Signal {}
