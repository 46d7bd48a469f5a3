package hazard.junit;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/** The native program: in {@code HAZARD_HOME}, else in a jar on the class path, else on {@code PATH}. */
final class Binary {
  private final Path file;

  private Binary(Path file) {
    this.file = file;
  }

  /** What a run left behind. */
  record Finished(int status, String out, String err) {}

  static Binary find() throws Exception {
    String home = System.getenv("HAZARD_HOME");
    if (home != null && !home.isEmpty()) {
      for (String place : List.of("hazard", "bin/hazard")) {
        Path file = Path.of(home, place);
        if (Files.isExecutable(file)) {
          return new Binary(file);
        }
      }
      throw new IllegalStateException("HAZARD_HOME is " + home + ", but there is no hazard in it; correct it");
    }
    Path unpacked = unpack();
    if (unpacked != null) {
      return new Binary(unpacked);
    }
    for (String folder : String.valueOf(System.getenv("PATH")).split(java.io.File.pathSeparator)) {
      Path file = Path.of(folder, "hazard");
      if (Files.isExecutable(file) && !Files.isDirectory(file)) {
        return new Binary(file);
      }
    }
    throw new IllegalStateException(
        "the program hazard was not found; install it, set HAZARD_HOME, or depend on hazard-junit with the classifier "
            + platform());
  }

  /** As classifiers name it: {@code linux-x86_64}. */
  private static String platform() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String family = system.contains("mac") ? "macos" : system.contains("win") ? "windows" : "linux";
    String machine = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    return family + "-" + (machine.equals("amd64") ? "x86_64" : machine);
  }

  /** The program from a jar, kept in the user's cache under the digest of its bytes. */
  private static Path unpack() throws Exception {
    String place = "/hazard/bin/" + platform() + "/hazard";
    // Whoever packed it has left its digest beside it: reading all of it for each run would take longer than small tests do.
    String digest = noted(place + ".digest");
    byte[] bytes = null;
    if (digest == null) {
      bytes = read(place);
      if (bytes == null) {
        return null;
      }
      digest = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)).substring(0, 16);
    }
    String cache = System.getenv("XDG_CACHE_HOME");
    Path base = cache == null || cache.isEmpty() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(cache);
    Path folder = Files.createDirectories(base.resolve("hazard").resolve(digest));
    Path file = folder.resolve("hazard");
    if (!Files.isExecutable(file)) {
      Path temporary = Files.createTempFile(folder, "hazard", ".tmp");
      Files.write(temporary, bytes == null ? read(place) : bytes);
      if (!temporary.toFile().setExecutable(true)) {
        throw new IOException(temporary + " cannot be made executable");
      }
      Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
    return file;
  }

  private static byte[] read(String resource) throws IOException {
    try (InputStream packed = Binary.class.getResourceAsStream(resource)) {
      return packed == null ? null : packed.readAllBytes();
    }
  }

  private static String noted(String resource) throws IOException {
    byte[] bytes = read(resource);
    String text = bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8).trim();
    return text.matches("[0-9a-f]{16}") ? text : null;
  }

  Finished run(List<String> words) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(file.toString());
    command.addAll(words);
    Process process = new ProcessBuilder(command).redirectInput(ProcessBuilder.Redirect.from(nothing())).start();
    try {
      CompletableFuture<String> errors = CompletableFuture.supplyAsync(() -> text(process.getErrorStream()));
      String out = text(process.getInputStream());
      return new Finished(process.waitFor(), out, errors.join());
    } finally {
      process.destroy();
    }
  }

  private static java.io.File nothing() {
    return new java.io.File(System.getProperty("os.name").startsWith("Windows") ? "NUL" : "/dev/null");
  }

  private static String text(InputStream stream) {
    try (stream) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failure) {
      return "";
    }
  }
}
