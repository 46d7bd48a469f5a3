import gov.nasa.jpf.vm.Verify;

/** Takes values of three generators that the configuration defines. */
public class Generated {
  static double sum;

  public static void main(String[] args) {
    int small = Verify.getInt("small");
    assert small == 1 || small == 3 || small == 5;
    int listed = Verify.getInt("listed");
    assert listed == 4 || listed == 7;
    double warm = Verify.getDouble("warm");
    assert warm == 17.5 || warm == 20 || warm == 25;
    sum = 10000 * small + 1000 * listed + warm;
    Verify.setProperties("seen=yes");
    assert "yes".equals(Verify.getProperty("seen"));
    assert "Generated".equals(Verify.getProperty("target"));
    assert Verify.getProperty("no.such.key") == null;
  }
}
