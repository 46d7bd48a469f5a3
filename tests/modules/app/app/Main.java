package app;

import java.util.ServiceLoader;
import java.util.TreeSet;
import words.Speaker;

/** Asks whatever differs between named modules and the class path. */
public class Main {
    public static void main(String[] args) throws Exception {
        Module own = Main.class.getModule();
        System.out.println(own + " " + own.getDescriptor().isAutomatic() + " " + Speaker.class.getModule());
        System.out.println(own.canRead(Speaker.class.getModule()) + " " + own.canRead(ModuleLayer.boot().findModule("java.base").get()));
        TreeSet<String> requires = new TreeSet<>();
        own.getDescriptor().requires().forEach(one -> requires.add(one.name()));
        System.out.println(requires + " " + ModuleLayer.boot().findModule("java.sql").isPresent());
        for (Speaker speaker : ServiceLoader.load(Speaker.class)) {
            System.out.println(speaker.getClass().getName() + " " + speaker.say("hello " + String.join(" ", args)));
            try {
                speaker.getClass().getConstructor().newInstance();
            } catch (IllegalAccessException e) {
                System.out.println(e.getMessage());
            }
            try {
                speaker.getClass().getDeclaredField("times").setAccessible(true);
            } catch (RuntimeException e) {
                System.out.println(e.getMessage());
            }
            try {
                speaker.say("");
            } catch (IllegalArgumentException e) {
                for (StackTraceElement element : e.getStackTrace()) {
                    System.out.println(element);
                }
            }
        }
        var field = Class.forName("words.open.Kept").getDeclaredField("value");
        field.setAccessible(true);
        System.out.println(field.get(Class.forName("words.open.Kept").getConstructor().newInstance()));
        System.out.println("[" + System.getProperty("java.class.path") + "] " + System.getProperty("jdk.module.main"));
        System.out.println(Main.class.getClassLoader().getUnnamedModule() == own);
        System.out.println(Main.class.getResource("Main.class") != null);
        System.out.println(Class.forName(own, "app.Main") == Main.class);
    }
}
