public class Broken {
  int x = "text";
}
