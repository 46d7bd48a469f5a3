package org.openjdk.jcstress.annotations;

/** By this name and no more. */
public enum Expect {
  ACCEPTABLE,
  ACCEPTABLE_INTERESTING,
  FORBIDDEN,
  UNKNOWN
}
