//@ library: grpc

import io.grpc.*;
import io.grpc.inprocess.*;
import io.grpc.stub.*;
import java.io.*;
import java.util.*;
import java.util.concurrent.*;

/** Calls of gRPC within the process: one answer, several, and a failure. */
public class GrpcCalls {
    static MethodDescriptor.Marshaller<String> M = new MethodDescriptor.Marshaller<>() {
        public InputStream stream(String s) {
            return new ByteArrayInputStream(s.getBytes());
        }
        public String parse(InputStream i) {
            try {
                return new String(i.readAllBytes());
            } catch (IOException e) {
                throw new RuntimeException(e);
            }
        }
    };

    public static void main(String[] a) throws Exception {
        MethodDescriptor<String,String> unary = MethodDescriptor.<String,String>newBuilder(M, M).setType(MethodDescriptor.MethodType.UNARY).setFullMethodName("s/unary").build();
        MethodDescriptor<String,String> many = MethodDescriptor.<String,String>newBuilder(M, M).setType(MethodDescriptor.MethodType.SERVER_STREAMING).setFullMethodName("s/many").build();
        ServerServiceDefinition d = ServerServiceDefinition.builder("s") .addMethod(unary, ServerCalls.asyncUnaryCall((String q, StreamObserver<String> o) -> {
            if (q.equals("bad")) o.onError(Status.INVALID_ARGUMENT.withDescription("no").asException());
            else {
                o.onNext("hi " + q);
                o.onCompleted();
            }
        })) .addMethod(many, ServerCalls.asyncServerStreamingCall((String q, StreamObserver<String> o) -> {
            for (int i = 0; i < 3; i++) o.onNext(q + i);
            o.onCompleted();
        })).build();
        Server s = InProcessServerBuilder.forName("x").addService(d).build().start();
        ManagedChannel c = InProcessChannelBuilder.forName("x").build();
        System.out.println(ClientCalls.blockingUnaryCall(c, unary, CallOptions.DEFAULT, "bob"));
        Iterator<String> it = ClientCalls.blockingServerStreamingCall(c, many, CallOptions.DEFAULT, "n");
        while (it.hasNext()) System.out.println(it.next());
        try {
            ClientCalls.blockingUnaryCall(c, unary, CallOptions.DEFAULT, "bad");
        } catch (StatusRuntimeException e) {
            System.out.println(e.getStatus());
        }
        c.shutdown();
        s.shutdown();
        System.out.println(c.awaitTermination(5, TimeUnit.SECONDS) + " " + s.awaitTermination(5, TimeUnit.SECONDS));
    }
}
