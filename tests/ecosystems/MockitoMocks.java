//@ library: mockito
import static org.mockito.Mockito.*; import java.util.*;
/** Mockito: mocks of interfaces and classes, stubbing, verification, spies. */
public class MockitoMocks {
  public static void main(String[] args) {
    @SuppressWarnings("unchecked") List<String> l = mock(List.class); when(l.get(0)).thenReturn("first"); when(l.size()).thenReturn(7);
    System.out.println(l.get(0) + l.get(1) + l.size()); verify(l).get(0); verify(l, never()).clear();
    List<String> s = spy(new ArrayList<>(List.of("a"))); doReturn("z").when(s).get(0); s.add("b"); System.out.println(s.get(0) + s.size());
    try { verify(l).add("x"); } catch (AssertionError e) { System.out.println("wanted"); }
  }
}
