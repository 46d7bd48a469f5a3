/** Nothing keeps its operations apart. */
public class Transfer {
  int mine = 2;
  int yours;

  public void pay() {
    mine--;
    yours++;
  }

  public int total() {
    return mine + yours;
  }
}
