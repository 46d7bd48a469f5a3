//@ library: csv
import org.apache.commons.csv.*; import java.io.*;
/** Commons CSV: parsing with headers and quotes, printing. */
public class CsvRecords { public static void main(String[] a) throws Exception { try (CSVParser p = CSVFormat.DEFAULT.builder().setHeader().setSkipHeaderRecord(true).build().parse(new StringReader("id,name\n1,\"a,b\"\n2,\"say \"\"hi\"\"\"\n"))) { for (CSVRecord r : p) System.out.println(r.getRecordNumber() + r.get("id") + r.get("name") + r.size()); } StringWriter w = new StringWriter(); try (CSVPrinter p = new CSVPrinter(w, CSVFormat.EXCEL)) { p.printRecord(1, "x;y", "q\"r", null); } System.out.print(w); } }
