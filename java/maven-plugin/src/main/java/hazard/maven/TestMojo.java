package hazard.maven;

import java.io.File;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.artifact.DependencyResolutionRequiredException;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Execute;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.apache.maven.project.MavenProject;

/** Explores the tests of a project, each on its own; the build fails if one of them can. */
@Mojo(name = "test", requiresDependencyResolution = ResolutionScope.TEST, threadSafe = true)
@Execute(phase = LifecyclePhase.TEST_COMPILE)
public final class TestMojo extends AbstractMojo {
  @Parameter(defaultValue = "${project}", readonly = true, required = true)
  private MavenProject project;

  /** How long each test may be explored. */
  @Parameter(property = "hazard.budget", defaultValue = "10s")
  private String budget;

  /** Tests, as {@code hazard test} names them, separated by commas: CounterTest, CounterTest#counts. */
  @Parameter(property = "hazard.test")
  private String tests;

  /** Further options of {@code hazard test}. */
  @Parameter(property = "hazard.options")
  private String options;

  /** The native program, if it is neither in HAZARD_HOME nor on PATH. */
  @Parameter(property = "hazard.binary")
  private String binary;

  /** Whether a test that could not be explored completely fails the build, too. */
  @Parameter(property = "hazard.proof", defaultValue = "false")
  private boolean proof;

  @Parameter(property = "hazard.skip", defaultValue = "false")
  private boolean skip;

  @Override
  public void execute() throws MojoExecutionException, MojoFailureException {
    File classes = new File(project.getBuild().getTestOutputDirectory());
    if (skip || project.getPackaging().equals("pom") || !classes.isDirectory()) {
      getLog().info("no tests to explore");
      return;
    }
    List<String> words = new ArrayList<>(List.of("test", "-cp", classPath(), "--budget", budget));
    File site = new File(project.getBuild().getDirectory(), "site");
    if (site.isDirectory() || site.mkdirs()) {
      words.addAll(List.of("--summary", new File(site, "hazard.md").getPath()));
    }
    split(options, "\\s+", words);
    split(tests, ",", words);
    int status = Native.run(binary, project.getBasedir(), words);
    if (status == 1) {
      throw new MojoFailureException("tests fail under some schedule; see above, and target/hazard");
    }
    if (status == 2 || status == 70) {
      throw new MojoExecutionException("the tests cannot be explored; see above");
    }
    if (status != 0 && proof) {
      throw new MojoFailureException("not every test could be explored completely");
    }
  }

  private static void split(String text, String separator, List<String> words) {
    if (text != null && !text.isBlank()) {
      words.addAll(List.of(text.trim().split(separator)));
    }
  }

  private String classPath() throws MojoExecutionException {
    try {
      List<String> there = new ArrayList<>();
      for (String entry : project.getTestClasspathElements()) {
        // A module without main classes has no folder for them.
        if (new File(entry).exists()) {
          there.add(entry);
        }
      }
      return String.join(File.pathSeparator, there);
    } catch (DependencyResolutionRequiredException unresolved) {
      throw new MojoExecutionException("the class path of the tests is not known", unresolved);
    }
  }
}
