package org.sosy_lab.sv_benchmarks;

/** Builds an object out of choices of {@link Verifier}. */
public interface ObjectFactory<T> {
  T createObject();
}
