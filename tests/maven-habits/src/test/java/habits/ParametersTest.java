package habits;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

class ParametersTest {
  @Test
  @ExtendWith(OfTheBuild.class)
  void whatTheBuildSaysIsHeard(String parameter) {
    assertEquals("7", parameter);
  }

  static class OfTheBuild implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return true;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context.getConfigurationParameter("habits.parameter").orElse("none");
    }
  }
}
