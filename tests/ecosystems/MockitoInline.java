//@ library: mockito
import static org.mockito.Mockito.*; import java.util.*; import org.mockito.*;
/** Mockito: final classes, records, enums, static methods and constructors, spies, captors, order. */
public class MockitoInline {
  static final class Fin { String hi(String n) { return "hi " + n; } static int st() { return 3; } }
  record Point(int x, int y) {}
  enum Colour { RED; String nice() { return "red"; } }
  public static void main(String[] args) {
    Fin f = mock(Fin.class); when(f.hi("a")).thenReturn("mocked"); System.out.println(f.hi("a") + " " + f.hi("b") + " " + new Fin().hi("c"));
    Point p = mock(Point.class); when(p.x()).thenReturn(7); System.out.println(p.x() + " " + p.y() + " " + new Point(1, 2));
    try (MockedStatic<Fin> m = mockStatic(Fin.class)) { m.when(Fin::st).thenReturn(9); System.out.println(Fin.st()); }
    System.out.println(Fin.st());
    try (MockedConstruction<ArrayDeque> c = mockConstruction(ArrayDeque.class, (mock, ctx) -> when(mock.size()).thenReturn(77))) { System.out.println(new ArrayDeque<String>().size() + " " + c.constructed().size()); }
    System.out.println(new ArrayDeque<>(List.of(1, 2)).size());
    Map<String,Integer> m = spy(new HashMap<>()); m.put("k", 1); doReturn(5).when(m).get("k"); System.out.println(m.get("k") + " " + m.size()); verify(m).put("k", 1);
    ArgumentCaptor<String> cap = ArgumentCaptor.forClass(String.class); verify(f, times(2)).hi(cap.capture()); System.out.println(cap.getAllValues());
    InOrder o = inOrder(f); o.verify(f).hi("a"); o.verify(f).hi("b"); System.out.println(mockingDetails(f).isMock() + " " + mockingDetails("x").isMock());
    Colour red = mock(Colour.RED.getClass().getName().equals("x") ? Colour.class : Colour.class); System.out.println(red.nice());
    try { verify(f, never()).hi(anyString()); } catch (AssertionError e) { System.out.println(e.getMessage().split("\n")[1]); }
  }
}
