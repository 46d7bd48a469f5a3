package org.openjdk.jcstress.infra.results;

import org.openjdk.jcstress.annotations.Result;

/** Two integers. */
@Result
public class II_Result {
  public int r1;
  public int r2;

  @Override
  public String toString() {
    return r1 + ", " + r2;
  }
}
