public class NoMain {}
