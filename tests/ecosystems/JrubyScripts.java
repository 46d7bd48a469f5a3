//@ library: jruby
//@ java: -Djruby.native.enabled=false
import org.jruby.embed.LocalContextScope;
import org.jruby.embed.LocalVariableBehavior;
import org.jruby.embed.ScriptingContainer;

/** JRuby: methods, blocks, classes with mixins, exceptions, strings, hashes, lazy enumerators, patterns, and Java from Ruby. */
public class JrubyScripts {
    private static final String PROGRAM =
            """
            def fib(n) = n < 2 ? n : fib(n - 1) + fib(n - 2)
            puts (0...12).map { |i| fib(i) }.inspect
            module Greets; def greet; "I am #{name}"; end; end
            class Animal
              include Greets, Comparable
              attr_reader :name, :age
              def initialize(name, age); @name, @age = name, age; end
              def <=>(other) = age <=> other.age
              def to_s; "#{self.class.name.downcase} #{name}"; end
            end
            class Dog < Animal; def greet; super + '!'; end; end
            pets = [Dog.new('Rex', 5), Animal.new('Tom', 3), Dog.new('Ann', 9)]
            puts pets.sort.map(&:to_s).join(', '), pets.max.greet, Dog.ancestors.take(3).inspect
            begin
              Integer('12x')
            rescue ArgumentError => e
              puts "#{e.class}: #{e.message}"
            ensure
              puts 'ensured'
            end
            counts = 'the quick the lazy the dog'.split.each_with_object(Hash.new(0)) { |word, all| all[word] += 1 }
            puts counts.sort_by { |word, n| [-n, word] }.inspect
            puts 'Hello World'.gsub(/o(.)?/) { "<#{$1}>" }, format('%05.2f|%-6s|%+d', 3.14159, 'ab', 7), 2**100
            Point = Struct.new(:x, :y) { def +(o) = Point.new(x + o.x, y + o.y) }
            p Point.new(1, 2) + Point.new(3, 4)
            case { kind: :circle, radius: 2 }
            in { kind: :circle, radius: Integer => r } then puts "circle #{r}"
            end
            puts (1..Float::INFINITY).lazy.select(&:even?).map { |x| x * x }.first(4).inspect
            catch(:done) { 10.times { |i| throw :done if i == 3; puts i } }
            puts java.util.TreeMap.new({ 'b' => 2, 'a' => 1 }).to_s
            puts [3, 1, 2].each_slice(2).to_a.inspect, :sym.to_proc.call('x') rescue puts 'no method'
            """;

    public static void main(String[] args) {
        ScriptingContainer ruby = new ScriptingContainer(LocalContextScope.SINGLETHREAD, LocalVariableBehavior.PERSISTENT);
        ruby.put("base", 7);
        System.out.println(ruby.runScriptlet("base * 6"));
        ruby.runScriptlet(PROGRAM);
        Object receiver = ruby.runScriptlet("class Adder; def add(a, b); a + b; end; end; Adder.new");
        System.out.println(ruby.callMethod(receiver, "add", new Object[] {40L, 2L}, Long.class));
        ruby.terminate();
    }
}
