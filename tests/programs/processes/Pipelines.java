import java.io.File;
import java.nio.file.Files;
import java.util.List;

/** Processes that read what others print, and whose input and output are files. */
public class Pipelines {
    public static void main(String[] args) throws Exception {
        List<Process> line = ProcessBuilder.startPipeline(List.of(new ProcessBuilder("printf", "b\\nc\\na\\n"), new ProcessBuilder("sort"), new ProcessBuilder("tail", "-n", "2")));
        System.out.print(new String(line.get(2).getInputStream().readAllBytes()));
        File file = File.createTempFile("pipeline", ".txt");
        new ProcessBuilder("echo", "first").redirectOutput(file).start().waitFor();
        System.out.print(Files.readString(file.toPath()));
        new ProcessBuilder("echo", "second").redirectOutput(ProcessBuilder.Redirect.appendTo(file)).start().waitFor();
        System.out.print(Files.readString(file.toPath()));
        System.out.print(new String(new ProcessBuilder("cat").redirectInput(file).start().getInputStream().readAllBytes()));
        new ProcessBuilder("sh", "-c", "echo out; echo err >&2").redirectErrorStream(true).redirectOutput(file).start().waitFor();
        System.out.print(Files.readString(file.toPath()));
        Files.writeString(file.toPath(), "by the program\n");
        System.out.print(new String(new ProcessBuilder("cat").redirectInput(file).start().getInputStream().readAllBytes()));
        System.out.println(file.delete());
    }
}
