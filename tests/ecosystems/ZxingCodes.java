//@ library: zxing
import com.google.zxing.*; import com.google.zxing.common.*; import com.google.zxing.qrcode.*;
/** ZXing: a QR code written and read back. */
public class ZxingCodes { public static void main(String[] a) throws Exception { BitMatrix m = new QRCodeWriter().encode("hello 42", BarcodeFormat.QR_CODE, 21, 21); System.out.print(m.toString("#", ".")); int w = m.getWidth() * 4 + 32; int[] p = new int[w * w]; for (int y = 0; y < w; y++) for (int x = 0; x < w; x++) { int i = (x - 16) / 4, j = (y - 16) / 4; p[y * w + x] = x >= 16 && y >= 16 && i < m.getWidth() && j < m.getHeight() && m.get(i, j) ? 0xff000000 : 0xffffffff; } System.out.println(new QRCodeReader().decode(new BinaryBitmap(new HybridBinarizer(new RGBLuminanceSource(w, w, p)))).getText()); } }
