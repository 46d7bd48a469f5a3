public class TextBlocks {
    public static void main(String[] args) {
        String a = """
            Hello,
              "World" \
            joined
            tab\there  \s
            trailing   
            quotes \""" end
            """;
        System.out.print(a.replace(' ', '.'));
        String b = """
          x
         y
            z""";
        System.out.println(b);
        System.out.println("""
            {"k": %d, "s": "%s"}
            """.formatted(5, "v").strip());
        System.out.println("""
            """.isEmpty() + " " + """
            a
            """.length());
        System.out.println("""
            \\ \u0041 \101 \r""".length());
        System.out.println(("""
            same""" == "same") + " " + """

            blank line above
            """.lines().count());
    }
}
