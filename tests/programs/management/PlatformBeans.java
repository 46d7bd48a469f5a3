import java.lang.management.ClassLoadingMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.lang.management.RuntimeMXBean;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Set;
import java.util.TreeSet;
import javax.management.Attribute;
import javax.management.AttributeChangeNotification;
import javax.management.InstanceAlreadyExistsException;
import javax.management.InstanceNotFoundException;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.NotificationBroadcasterSupport;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;

/** Management: the platform's own beans, and a bean of the program with attributes, operations and notifications. */
public class PlatformBeans {
  public interface CounterMBean {
    int getCount();

    void setCount(int count);

    String describe(String prefix);
  }

  public static class Counter extends NotificationBroadcasterSupport implements CounterMBean {
    private int count = 3;
    private long sequence;

    @Override
    public int getCount() {
      return count;
    }

    @Override
    public void setCount(int count) {
      int before = this.count;
      this.count = count;
      sendNotification(new AttributeChangeNotification(this, ++sequence, 0, "changed", "Count", "int", before, count));
    }

    @Override
    public String describe(String prefix) {
      return prefix + count;
    }
  }

  public static void main(String[] args) throws Exception {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    Set<String> names = new TreeSet<>();
    for (ObjectName name : server.queryNames(new ObjectName("java.lang:*"), null)) {
      names.add(name.getKeyProperty("type"));
    }
    for (String type : new String[] {"ClassLoading", "Memory", "OperatingSystem", "Runtime", "Threading"}) {
      System.out.println(type + " " + names.contains(type));
    }
    ObjectName name = new ObjectName("program:type=Counter");
    server.registerMBean(new Counter(), name);
    server.addNotificationListener(name, (notification, handback) -> {
      AttributeChangeNotification change = (AttributeChangeNotification) notification;
      System.out.println(change.getOldValue() + " -> " + change.getNewValue() + " " + handback);
    }, null, "told");
    System.out.println(server.getAttribute(name, "Count"));
    server.setAttribute(name, new Attribute("Count", 9));
    System.out.println(server.invoke(name, "describe", new Object[] {"n="}, new String[] {"java.lang.String"}));
    MBeanInfo info = server.getMBeanInfo(name);
    System.out.println(info.getAttributes()[0].getName() + " " + info.getAttributes()[0].isWritable() + " " + info.getOperations()[0].getName());
    try {
      server.registerMBean(new Counter(), name);
    } catch (InstanceAlreadyExistsException expected) {
      System.out.println("there already: " + expected.getMessage());
    }
    server.unregisterMBean(name);
    try {
      server.getAttribute(name, "Count");
    } catch (InstanceNotFoundException expected) {
      System.out.println("gone: " + expected.getMessage());
    }
    RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
    System.out.println(runtime.getSpecName() + " " + (runtime.getUptime() >= 0) + " " + runtime.getName().contains("@"));
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    ThreadInfo own = threads.getThreadInfo(Thread.currentThread().getId());
    System.out.println(own.getThreadName() + " " + own.getThreadState() + " " + (threads.getThreadCount() > 0));
    System.out.println(threads.findDeadlockedThreads() == null);
    ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
    System.out.println(classes.getLoadedClassCount() > 100);
    CompositeData usage = (CompositeData) server.getAttribute(new ObjectName("java.lang:type=Memory"), "HeapMemoryUsage");
    System.out.println(MemoryUsage.from(usage).getUsed() > 0);
    System.out.println(ManagementFactory.getOperatingSystemMXBean().getAvailableProcessors() > 0);
  }
}
