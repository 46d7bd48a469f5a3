//@ library: lucene
import org.apache.lucene.analysis.standard.StandardAnalyzer; import org.apache.lucene.document.*; import org.apache.lucene.index.*; import org.apache.lucene.queryparser.classic.QueryParser; import org.apache.lucene.search.*; import org.apache.lucene.store.ByteBuffersDirectory;
/** Lucene: an index in memory, queries, scores, deletion. */
public class LuceneSearch {
  public static void main(String[] args) throws Exception {
    try (ByteBuffersDirectory d = new ByteBuffersDirectory()) {
      try (IndexWriter w = new IndexWriter(d, new IndexWriterConfig(new StandardAnalyzer()).setMergeScheduler(new SerialMergeScheduler()))) {
        String[] texts = {"the quick brown fox", "a lazy dog sleeps", "the fox and the dog", "nothing here"};
        for (String t : texts) { Document x = new Document(); x.add(new TextField("body", t, Field.Store.YES)); w.addDocument(x); }
        w.commit(); w.deleteDocuments(new Term("body", "sleeps"));
      }
      try (DirectoryReader r = DirectoryReader.open(d)) {
        IndexSearcher s = new IndexSearcher(r);
        for (String q : new String[] {"fox", "fox AND dog", "\"quick brown\"", "noth*", "dog OR quick"}) { TopDocs t = s.search(new QueryParser("body", new StandardAnalyzer()).parse(q), 10); System.out.print(q + ":"); for (ScoreDoc x : t.scoreDocs) System.out.print(" " + s.storedFields().document(x.doc).get("body") + "=" + x.score); System.out.println(); }
        System.out.println(r.numDocs());
      }
    }
  }
}
