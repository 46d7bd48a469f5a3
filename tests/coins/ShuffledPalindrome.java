//@ label: "palindrome" = returned:ShuffledPalindrome.isPalindrome()=true
//@ ask: P=? [ F "palindrome" ] = 1/3

import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/** The letters of abba, shuffled. */
public class ShuffledPalindrome {
  static boolean isPalindrome() {
    List<Character> letters = "abba".chars().mapToObj(c -> (char) c).collect(Collectors.toList());
    Collections.shuffle(letters);
    String word = letters.stream().map(String::valueOf).collect(Collectors.joining());
    return new StringBuilder(word).reverse().toString().equals(word);
  }

  public static void main(String[] args) {
    System.out.println(isPalindrome());
  }
}
