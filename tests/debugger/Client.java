// What IDEs ask a virtual machine, by the library they ask with. Attached to a schedule of LostUpdate.java, in which both threads read
// before either writes.

import com.sun.jdi.*;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.event.*;
import com.sun.jdi.request.*;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

public class Client {
    static void expect(Object wanted, Object found, String what) {
        if (!String.valueOf(wanted).equals(String.valueOf(found))) {
            throw new AssertionError(what + ": " + found + " instead of " + wanted);
        }
    }

    interface Action {
        void run() throws Exception;
    }

    static void refused(String what, Action action) {
        try {
            action.run();
        } catch (UnsupportedOperationException expected) {
            return;
        } catch (Exception other) {
            throw new AssertionError(what + ": " + other);
        }
        throw new AssertionError(what + " is not refused");
    }

    public static void main(String[] args) throws Exception {
        AttachingConnector connector = Bootstrap.virtualMachineManager().attachingConnectors().stream()
                .filter(one -> one.name().equals("com.sun.jdi.SocketAttach")).findFirst().orElseThrow();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        arguments.get("hostname").setValue("127.0.0.1");
        arguments.get("port").setValue(args[0]);
        long began = System.nanoTime();
        VirtualMachine vm = connector.attach(arguments);
        EventQueue queue = vm.eventQueue();
        EventSet first = queue.remove();
        long millis = (System.nanoTime() - began) / 1_000_000;
        expect(true, first.eventIterator().next() instanceof VMStartEvent, "the first event");
        expect(EventRequest.SUSPEND_ALL, first.suspendPolicy(), "how it suspends");
        System.out.println("attached in " + millis + " ms");

        machine(vm);
        EventRequestManager requests = vm.eventRequestManager();
        ReferenceType type = vm.classesByName("LostUpdate").get(0);
        expect("LostUpdate.java", type.sourceName(), "source");
        expect("[add, reset, main]", names(type), "methods");

        Location writing = type.locationsOfLine(22).get(0);
        BreakpointRequest stop = requests.createBreakpointRequest(writing);
        stop.enable();
        ThreadStartRequest starts = requests.createThreadStartRequest();
        starts.setSuspendPolicy(EventRequest.SUSPEND_NONE);
        starts.enable();
        MethodExitRequest exits = requests.createMethodExitRequest();
        exits.addClassFilter(type);
        exits.setSuspendPolicy(EventRequest.SUSPEND_NONE);
        exits.enable();
        ExceptionRequest thrown = requests.createExceptionRequest(null, true, true);
        thrown.enable();
        ModificationWatchpointRequest writes =
                requests.createModificationWatchpointRequest(type.fieldByName("count"));
        writes.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
        writes.enable();

        List<String> seen = new ArrayList<>();
        boolean goesOn = true;
        first.resume();
        while (goesOn) {
            EventSet set = queue.remove(30_000);
            if (set == null) {
                throw new AssertionError("nothing happens, after " + seen);
            }
            for (Event event : set) {
                if (event instanceof BreakpointEvent hit) {
                    seen.add("line " + hit.location().lineNumber() + " in " + hit.thread().name());
                    stopped(vm, type, hit.thread());
                } else if (event instanceof ModificationWatchpointEvent write) {
                    seen.add(write.valueCurrent() + "->" + write.valueToBe());
                } else if (event instanceof ThreadStartEvent start) {
                    seen.add("start of " + start.thread().name());
                } else if (event instanceof MethodExitEvent exit && exit.method().name().equals("add")) {
                    seen.add("add returns " + exit.returnValue());
                } else if (event instanceof ExceptionEvent exception) {
                    seen.add(exception.exception().referenceType().name() + " "
                            + (exception.catchLocation() == null ? "uncaught" : "caught"));
                    ObjectReference object = exception.exception();
                    Method message = object.referenceType().methodsByName("getMessage").get(0);
                    Value said = object.invokeMethod(exception.thread(), message, List.of(), 0);
                    expect("\"lost 1\"", said, "message");
                } else if (event instanceof VMDeathEvent || event instanceof VMDisconnectEvent) {
                    goesOn = false;
                }
            }
            set.resume();
        }
        expect(true, seen.contains("start of adder"), "adder starts in " + seen);
        expect(true, seen.contains("line 22 in main"), "the breakpoint in " + seen);
        expect(2L, seen.stream().filter("add returns 1"::equals).count(), "sums in " + seen);
        expect(true, seen.indexOf("0->1") >= 0 && seen.indexOf("0->1") < seen.indexOf("1->1"), "writes in " + seen);
        expect(true, seen.contains("java.lang.AssertionError uncaught"), "the end in " + seen);
        // A fifth of a second on a machine that does nothing else; tests run beside others.
        expect(true, millis < 30_000, "attached soon, not after " + millis + " ms");
        System.out.println("all is as expected: " + seen);
    }

    static String names(ReferenceType type) {
        return type.methods().stream().map(Method::name)
                .filter(name -> !name.startsWith("<") && !name.startsWith("lambda")).toList().toString();
    }

    // What can be asked and what is refused.
    static void machine(VirtualMachine vm) {
        expect("Hazard", vm.name(), "name");
        expect(false, vm.canRedefineClasses(), "redefinition");
        expect(false, vm.canPopFrames(), "frames");
        expect(true, vm.canWatchFieldModification(), "watchpoints");
        expect(true, vm.canGetMethodReturnValues(), "return values");
        expect("[main]", vm.allThreads().stream().map(ThreadReference::name).toList(), "threads");
        expect("[system]", vm.topLevelThreadGroups().stream().map(ThreadGroupReference::name).toList(), "groups");
        expect(true, vm.allModules().stream().anyMatch(module -> "java.base".equals(module.name())), "modules");
        expect(true, vm.allClasses().size() > 100, "classes");
        ReferenceType string = vm.classesByName("java.lang.String").get(0);
        expect("Ljava/lang/String;", string.signature(), "signature");
        expect(null, string.classLoader(), "loader");
        expect("text", vm.mirrorOf("text").value(), "a string made here");
        refused("redefinition", () -> vm.redefineClasses(Map.of(string, new byte[] {1})));
    }

    // At the breakpoint in main, before it writes.
    static void stopped(VirtualMachine vm, ReferenceType type, ThreadReference thread) throws Exception {
        expect(true, thread.isSuspended(), "suspended");
        expect(1, thread.frameCount(), "frames");
        StackFrame frame = thread.frame(0);
        expect("[args, adder, mine]", frame.visibleVariables().stream().map(LocalVariable::name).toList(), "variables");
        LocalVariable mine = frame.visibleVariableByName("mine");
        expect("0", frame.getValue(mine), "mine");
        expect("int", mine.typeName(), "type");
        refused("setting a variable", () -> frame.setValue(mine, vm.mirrorOf(3)));

        // A condition, as IDEs evaluate it: reset() returns 7, whatever it sets.
        ClassType own = (ClassType) type;
        Method reset = own.methodsByName("reset").get(0);
        Method add = own.methodsByName("add").get(0);
        expect("7", own.invokeMethod(thread, reset, List.of(), ClassType.INVOKE_SINGLE_THREADED), "reset()");
        Value sum = own.invokeMethod(thread, add, List.of(vm.mirrorOf(20), vm.mirrorOf(22)), 0);
        expect("42", sum, "add(20, 22)");

        // Objects are made on a copy, and used again.
        ClassType list = (ClassType) vm.classesByName("java.util.ArrayList").get(0);
        Method constructor = list.concreteMethodByName("<init>", "()V");
        StackFrame again = thread.frame(0);
        ObjectReference made = list.newInstance(thread, constructor, List.of(), 0);
        made.disableCollection();
        Value text = made.invokeMethod(thread, list.methodsByName("toString").isEmpty()
                ? list.superclass().superclass().methodsByName("toString").get(0)
                : list.methodsByName("toString").get(0), List.of(), 0);
        expect("\"[]\"", text, "an empty list");

        ObjectReference adder = (ObjectReference) thread.frame(0).getValue(thread.frame(0).visibleVariableByName("adder"));
        Method getName = adder.referenceType().methodsByName("getName").get(0);
        expect("\"adder\"", adder.invokeMethod(thread, getName, List.of(), 0), "getName()");
        expect(true, vm.allThreads().stream().anyMatch(one -> one.equals(adder)), "the thread is an object");
        expect("main", thread.threadGroup().name(), "group");

        // What is thrown by a call is told, and so is why a call cannot end.
        Method join = adder.referenceType().methodsByName("join", "()V").get(0);
        try {
            adder.invokeMethod(thread, join, List.of(), 0);
            throw new AssertionError("join() ends, though nobody moves");
        } catch (InvocationException expected) {
            expect("java.lang.IllegalStateException", expected.exception().referenceType().name(), "join()");
        }
    }
}
