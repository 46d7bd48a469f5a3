// What happens at monitors, as debuggers are told of it. Attached to a schedule of Monitors.java.

import com.sun.jdi.*;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.event.*;
import com.sun.jdi.request.*;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

public class MonitorClient {
    public static void main(String[] args) throws Exception {
        AttachingConnector connector = Bootstrap.virtualMachineManager().attachingConnectors().stream()
                .filter(one -> one.name().equals("com.sun.jdi.SocketAttach")).findFirst().orElseThrow();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        arguments.get("hostname").setValue("127.0.0.1");
        arguments.get("port").setValue(args[0]);
        VirtualMachine vm = connector.attach(arguments);
        if (!vm.canRequestMonitorEvents()) {
            throw new AssertionError("monitors are of no interest");
        }
        EventQueue queue = vm.eventQueue();
        EventSet first = queue.remove();
        EventRequestManager requests = vm.eventRequestManager();
        List<EventRequest> wanted = List.of(requests.createMonitorContendedEnterRequest(), requests.createMonitorContendedEnteredRequest(),
                requests.createMonitorWaitRequest(), requests.createMonitorWaitedRequest());
        wanted.forEach(EventRequest::enable);
        List<String> seen = new ArrayList<>();
        boolean goesOn = true;
        first.resume();
        while (goesOn) {
            EventSet set = queue.remove(60_000);
            if (set == null) {
                throw new AssertionError("nothing happens, after " + seen);
            }
            for (Event event : set) {
                if (event instanceof MonitorContendedEnterEvent enter && is(vm, enter.monitor())) {
                    seen.add(enter.thread().name() + " wants it, line " + enter.location().lineNumber()
                            + ", owned by " + enter.monitor().owningThread().name());
                } else if (event instanceof MonitorContendedEnteredEvent entered && is(vm, entered.monitor())) {
                    seen.add(entered.thread().name() + " has it");
                } else if (event instanceof MonitorWaitEvent wait && is(vm, wait.monitor())) {
                    seen.add(wait.thread().name() + " waits " + wait.timeout());
                } else if (event instanceof MonitorWaitedEvent waited && is(vm, waited.monitor())) {
                    seen.add(waited.thread().name() + " has waited, " + (waited.timedout() ? "in vain" : "and was called"));
                } else if (event instanceof VMDeathEvent || event instanceof VMDisconnectEvent) {
                    goesOn = false;
                }
            }
            set.resume();
        }
        String expected = "[guest wants it, line 9, owned by main, guest has it, guest waits 0, guest has waited, and was called]";
        if (!seen.toString().equals(expected)) {
            throw new AssertionError(seen + " instead of " + expected);
        }
        System.out.println("all is as expected: " + seen);
    }

    // The library has monitors of its own.
    static boolean is(VirtualMachine vm, ObjectReference monitor) {
        ReferenceType type = vm.classesByName("Monitors").get(0);
        return monitor.equals(type.getValue(type.fieldByName("door")));
    }
}
