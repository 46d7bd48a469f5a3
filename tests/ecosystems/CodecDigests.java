//@ library: codec
import org.apache.commons.codec.binary.*; import org.apache.commons.codec.digest.*; import org.apache.commons.codec.language.*;
/** Commons Codec: digests, encodings, phonetics. */
public class CodecDigests { public static void main(String[] a) throws Exception { System.out.println(DigestUtils.md5Hex("x") + DigestUtils.sha256Hex("abc") + Base64.encodeBase64String("hello?>".getBytes()) + new Base32().encodeAsString("hi".getBytes()) + Hex.encodeHexString(new byte[] {1, (byte) 0xff})); System.out.println(new Soundex().encode("Robert") + new Metaphone().encode("Thompson") + new DoubleMetaphone().encode("Smith") + new ColognePhonetic().encode("Wikipedia") + MurmurHash3.hash32x86("abc".getBytes()) + Crypt.crypt("pw", "$1$saltsalt")); } }
