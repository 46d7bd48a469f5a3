package hazard.maven;

import java.io.File;
import java.util.List;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;

/** Shows a schedule again that {@code hazard:test} left in {@code target/hazard}. */
@Mojo(name = "replay", threadSafe = true)
public final class ReplayMojo extends AbstractMojo {
  @Parameter(defaultValue = "${project.basedir}", readonly = true, required = true)
  private File folder;

  /** The schedule's file. */
  @Parameter(property = "hazard.trace", required = true)
  private File trace;

  /** The native program, if it is neither in HAZARD_HOME nor on PATH. */
  @Parameter(property = "hazard.binary")
  private String binary;

  @Override
  public void execute() throws MojoExecutionException, MojoFailureException {
    int status = Native.run(binary, folder, List.of("replay", trace.getPath()));
    if (status > 1) {
      throw new MojoFailureException("the schedule does not run again; see above");
    }
  }
}
