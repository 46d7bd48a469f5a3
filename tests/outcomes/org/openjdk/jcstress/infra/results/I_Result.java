package org.openjdk.jcstress.infra.results;

import org.openjdk.jcstress.annotations.Result;

/** An integer. */
@Result
public class I_Result {
  public int r1;

  @Override
  public String toString() {
    return "" + r1;
  }
}
