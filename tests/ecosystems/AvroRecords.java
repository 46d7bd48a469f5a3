//@ library: avro

import java.io.*;
import org.apache.avro.*;
import org.apache.avro.file.*;
import org.apache.avro.generic.*;
import org.apache.avro.io.*;

/** Records of Avro, compressed, and schemas compared. */
public class AvroRecords {
    public static void main(String[] a) throws Exception {
        Schema s = new Schema.Parser().parse("{\"type\":\"record\",\"name\":\"U\",\"fields\":[{\"name\":\"n\",\"type\":\"string\"},{\"name\":\"a\",\"type\":[\"null\",\"int\"],\"default\":null},{\"name\":\"t\",\"type\":{\"type\":\"array\",\"items\":\"long\"}}]}");
        ByteArrayOutputStream o = new ByteArrayOutputStream();
        DataFileWriter<GenericRecord> w = new DataFileWriter<>(new GenericDatumWriter<>(s));
        w.setCodec(CodecFactory.deflateCodec(6));
        w.create(s, o);
        for (int i = 0; i < 3; i++) {
            GenericRecord r = new GenericData.Record(s);
            r.put("n", "u" + i);
            r.put("a", i == 1 ? null : i);
            r.put("t", java.util.List.of((long) i, 2L));
            w.append(r);
        }
        w.close();
        for (GenericRecord r : new DataFileReader<GenericRecord>(new SeekableByteArrayInput(o.toByteArray()), new GenericDatumReader<>())) System.out.println(r);
        System.out.println(SchemaCompatibility.checkReaderWriterCompatibility(new Schema.Parser().parse("{\"type\":\"record\",\"name\":\"U\",\"fields\":[{\"name\":\"z\",\"type\":\"int\"}]}"), s).getType() + " " + SchemaNormalization.parsingFingerprint64(s));
    }
}
