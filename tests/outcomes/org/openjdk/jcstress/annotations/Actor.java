package org.openjdk.jcstress.annotations;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** By this name and no more: the tests here need nothing else of jcstress. */
@Retention(RetentionPolicy.RUNTIME)
public @interface Actor {}
