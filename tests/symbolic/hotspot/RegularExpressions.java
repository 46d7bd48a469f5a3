// What java.util.regex finds: for each expression of a file, with its flags and its alphabet, in all texts up to a length.
// A line has the number of the expression, the text in hexadecimal, and where the groups of a match begin and end, or `-`: of
// the whole text, of a beginning of it, of its first part that matches, and of the first one from the second place on.

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

public class RegularExpressions {
    public static void main(String[] args) throws IOException {
        List<String> lines = Files.readAllLines(Path.of(args[0]));
        try (BufferedWriter out = new BufferedWriter(new OutputStreamWriter(System.out, StandardCharsets.US_ASCII))) {
            for (int number = 0; number < lines.size(); number++) {
                String[] parts = lines.get(number).split("\t", 3);
                String alphabet = unescaped(parts[1]);
                Pattern pattern = Pattern.compile(parts[2], Integer.parseInt(parts[0]));
                int most = alphabet.length() <= 3 ? 6 : alphabet.length() <= 5 ? 4 : 3;
                for (int length = 0; length <= most; length++) {
                    all(number, pattern, alphabet, "", length, out);
                }
            }
        }
    }

    private static void all(int number, Pattern pattern, String alphabet, String text, int left, BufferedWriter out)
            throws IOException {
        if (left > 0) {
            for (char c : alphabet.toCharArray()) {
                all(number, pattern, alphabet, text + c, left - 1, out);
            }
            return;
        }
        StringBuilder line = new StringBuilder().append(number).append(' ');
        for (char c : text.toCharArray()) {
            line.append(String.format("%04x", (int) c));
        }
        Matcher matcher = pattern.matcher(text);
        line.append(' ').append(matcher.matches() ? marks(matcher) : "-");
        matcher.reset();
        line.append(' ').append(matcher.lookingAt() ? marks(matcher) : "-");
        matcher.reset();
        line.append(' ').append(matcher.find() ? marks(matcher) : "-");
        line.append(' ').append(text.isEmpty() ? "!" : matcher.find(1) ? marks(matcher) : "-");
        out.write(line.append('\n').toString());
    }

    private static String marks(MatchResult result) {
        StringBuilder marks = new StringBuilder();
        for (int group = 0; group <= result.groupCount(); group++) {
            marks.append(group == 0 ? "" : ",").append(result.start(group)).append(',').append(result.end(group));
        }
        return marks.toString();
    }

    private static String unescaped(String text) {
        StringBuilder plain = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                plain.append((char) Integer.parseInt(text.substring(i + 2, i + 6), 16));
                i += 5;
            } else {
                plain.append(text.charAt(i));
            }
        }
        return plain.toString();
    }
}
