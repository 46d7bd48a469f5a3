package hazard.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;

/** The native program: as configured, else in {@code HAZARD_HOME}, else on {@code PATH}. */
final class Native {
  private Native() {}

  /** Runs the program in a folder, its words on the terminal, and gives its exit status. */
  static int run(String configured, File folder, List<String> words) throws MojoExecutionException {
    List<String> command = new ArrayList<>();
    command.add(find(configured));
    command.addAll(words);
    try {
      return new ProcessBuilder(command).directory(folder).inheritIO().start().waitFor();
    } catch (IOException failure) {
      throw new MojoExecutionException(
          "hazard does not run (" + failure.getMessage() + "); install it, or set HAZARD_HOME or -Dhazard.binary", failure);
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
      throw new MojoExecutionException("interrupted", interrupt);
    }
  }

  private static String find(String configured) {
    if (configured != null && !configured.isEmpty()) {
      return configured;
    }
    String home = System.getenv("HAZARD_HOME");
    if (home != null && !home.isEmpty()) {
      for (String place : List.of("hazard", "bin/hazard")) {
        if (Files.isExecutable(Path.of(home, place))) {
          return Path.of(home, place).toString();
        }
      }
    }
    return "hazard";
  }
}
