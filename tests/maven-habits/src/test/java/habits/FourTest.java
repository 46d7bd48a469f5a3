package habits;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.fail;

import org.junit.Assume;
import org.junit.Test;
import org.junit.experimental.categories.Category;

/** Tests of JUnit 4, as its own runner has them. */
public class FourTest {
  @Test
  public void oneAndOne() {
    assertEquals(2, 1 + 1);
  }

  @Test
  public void assumesWhatIsNotSo() {
    Assume.assumeTrue(false);
  }

  @Test
  @Category(Slow.class)
  public void isLeftOut() {
    fail("the build excludes it");
  }
}
