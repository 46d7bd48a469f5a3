//@ library: okhttp

import okhttp3.*;
import okhttp3.mockwebserver.*;
import retrofit2.*;
import retrofit2.converter.scalars.*;
import retrofit2.http.*;

/** A client of OkHttp, and one of Retrofit, beside the server that comes with them. */
public class OkhttpCalls {
    public interface Api {
        @GET("u/{n}") retrofit2.Call<String> user(@retrofit2.http.Path("n") String n, @Query("q") int q);
    }

    public static void main(String[] a) throws Exception {
        java.util.logging.LogManager.getLogManager().reset();
        MockWebServer s = new MockWebServer();
        s.enqueue(new MockResponse().setBody("one").addHeader("X", "y"));
        s.enqueue(new MockResponse().setResponseCode(404));
        s.enqueue(new MockResponse().setBody("user"));
        s.start();
        OkHttpClient c = new OkHttpClient.Builder().addInterceptor(ch -> {
            okhttp3.Response r = ch.proceed(ch.request());
            System.out.println("intercepted " + r.code());
            return r;
        }).build();
        try (okhttp3.Response r = c.newCall(new Request.Builder().url(s.url("/a?b=c")).post(RequestBody.create("hi", MediaType.get("text/plain"))).build()).execute()) {
            System.out.println(r.code() + " " + r.header("X") + " " + r.body().string());
        }
        RecordedRequest q = s.takeRequest();
        System.out.println(q.getMethod() + " " + q.getPath() + " " + q.getBody().readUtf8());
        try (okhttp3.Response r = c.newCall(new Request.Builder().url(s.url("/x")).build()).execute()) {
            System.out.println(r.code());
        }
        System.out.println(new Retrofit.Builder().baseUrl(s.url("/")).client(c).addConverterFactory(ScalarsConverterFactory.create()).build().create(Api.class).user("bob", 3).execute().body());
        s.takeRequest();
        System.out.println(s.takeRequest().getPath());
        s.shutdown();
        System.exit(0);
    }
}
