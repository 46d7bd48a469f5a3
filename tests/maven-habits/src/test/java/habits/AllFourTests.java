package habits;

import static org.junit.Assert.assertEquals;

import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Suite;

/** A suite of a class that is a test by itself, and of one that is none. */
@RunWith(Suite.class)
@Suite.SuiteClasses({FourTest.class, AllFourTests.Inside.class})
public class AllFourTests {
  public static class Inside {
    @Test
    public void onlyInTheSuite() {
      assertEquals(4, 2 + 2);
    }
  }
}
