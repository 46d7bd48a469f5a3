//@ check:
//@ expect: holds
//@ end-states: 1
// A subroutine (jsr, class version 48) chooses while local 1 holds a string at the first call and a number at the second:
// which it is depends on the call. If a map confused them, the string would be lost or the number taken for an address.
import hazard.Nondet;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;

public class JsrContexts {
    static final byte[] CODE = {
        0x12, 12,                    //  0 ldc "kept"
        0x4c,                        //  2 astore_1
        (byte) 0xa8, 0, 17,          //  3 jsr 20
        0x2b,                        //  6 aload_1
        0x4e,                        //  7 astore_3
        0x10, 77,                    //  8 bipush 77
        0x3c,                        // 10 istore_1
        (byte) 0xa8, 0, 9,           // 11 jsr 20
        0x1b,                        // 14 iload_1
        0x2d,                        // 15 aload_3
        (byte) 0xb8, 0, 13,          // 16 invokestatic JsrContexts.join(int, String)
        (byte) 0xb0,                 // 19 areturn
        0x4d,                        // 20 astore_2
        (byte) 0xb8, 0, 21,          // 21 invokestatic Nondet.bool()
        0x57,                        // 24 pop
        (byte) 0xa9, 2,              // 25 ret 2
    };

    public static String join(int number, String text) {
        return number + text;
    }

    static byte[] assemble() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(0xcafebabe);
        out.writeShort(0);
        out.writeShort(48);
        out.writeShort(22);
        utf(out, "Sub");                                             // 1
        ref(out, 7, 1);                                              // 2 class
        utf(out, "java/lang/Object");                                // 3
        ref(out, 7, 3);                                              // 4 class
        utf(out, "work");                                            // 5
        utf(out, "()Ljava/lang/String;");                            // 6
        utf(out, "Code");                                            // 7
        utf(out, "JsrContexts");                                     // 8
        ref(out, 7, 8);                                              // 9 class
        utf(out, "join");                                            // 10
        utf(out, "kept");                                            // 11
        ref(out, 8, 11);                                             // 12 string
        out.writeByte(10); out.writeShort(9); out.writeShort(14);    // 13 method
        out.writeByte(12); out.writeShort(10); out.writeShort(15);   // 14 name and type
        utf(out, "(ILjava/lang/String;)Ljava/lang/String;");         // 15
        utf(out, "hazard/Nondet");                                   // 16
        ref(out, 7, 16);                                             // 17 class
        utf(out, "bool");                                            // 18
        utf(out, "()Z");                                             // 19
        out.writeByte(12); out.writeShort(18); out.writeShort(19);   // 20 name and type
        out.writeByte(10); out.writeShort(17); out.writeShort(20);   // 21 method
        out.writeShort(0x21);
        out.writeShort(2);
        out.writeShort(4);
        out.writeShort(0);
        out.writeShort(0);
        out.writeShort(1);
        out.writeShort(9);
        out.writeShort(5);
        out.writeShort(6);
        out.writeShort(1);
        out.writeShort(7);
        out.writeInt(12 + CODE.length);
        out.writeShort(2);
        out.writeShort(4);
        out.writeInt(CODE.length);
        out.write(CODE);
        out.writeShort(0);
        out.writeShort(0);
        out.writeShort(0);
        return bytes.toByteArray();
    }

    static void utf(DataOutputStream out, String text) throws IOException {
        out.writeByte(1);
        out.writeUTF(text);
    }

    static void ref(DataOutputStream out, int kind, int index) throws IOException {
        out.writeByte(kind);
        out.writeShort(index);
    }

    public static void main(String[] args) throws Exception {
        byte[] bytes = assemble();
        Class<?> made = new ClassLoader(JsrContexts.class.getClassLoader()) {
            Class<?> define() {
                return defineClass("Sub", bytes, 0, bytes.length);
            }
        }.define();
        assert made.getMethod("work").invoke(null).equals("77kept");
    }
}
