public class CharacterClasses {
    public static void main(String[] args) {
        int[] cps = {'a', 'Z', '5', ' ', '\t', '_', '$', 0, 0x7f, 0xa0, 0xb5, 0xdf, 0xe9, 0x130, 0x1c5, 0x3b1, 0x660, 0x2160, 0x4e2d, 0x2028, 0x3000, 0xd800, 0x1d400, 0x1f600, 0x10ffff, -1};
        for (int c : cps)
            System.out.println(Integer.toHexString(c) + " " + Character.isLetter(c) + Character.isDigit(c) + Character.isLetterOrDigit(c) + Character.isWhitespace(c) + Character.isSpaceChar(c) + Character.isUpperCase(c) + Character.isLowerCase(c)
                    + Character.isTitleCase(c) + Character.isJavaIdentifierStart(c) + Character.isJavaIdentifierPart(c) + Character.isISOControl(c) + Character.isAlphabetic(c) + Character.isIdeographic(c) + Character.isMirrored(c) + " "
                    + Character.getType(c) + " " + Character.toUpperCase(c) + " " + Character.toLowerCase(c) + " " + Character.toTitleCase(c) + " " + Character.getNumericValue(c) + " " + Character.digit(c, 16));
        System.out.println(Character.forDigit(11, 16) + " " + (int) Character.forDigit(16, 16) + " " + Character.digit('z', 36) + " " + Character.digit('9', 8) + " " + Character.valueOf('x').hashCode() + " " + Character.compare('a', 'c'));
        System.out.println(Character.UnicodeBlock.of('a') + " " + Character.UnicodeBlock.of(0x3b1) + " " + Character.UnicodeScript.of(0x4e2d) + " " + Character.getName('A'));
    }
}
