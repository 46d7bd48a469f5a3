//! Commands as users type them: exit status, fragments of what is printed, and nothing left behind.

mod shell;

use shell::{Shell, repository};

/// One command: words, standard input, exit status, fragments of standard output, of standard error.
struct Case {
    words: &'static [&'static str],
    input: &'static str,
    status: i32,
    out: &'static [&'static str],
    err: &'static [&'static str],
}

const fn case(words: &'static [&'static str], status: i32, out: &'static [&'static str]) -> Case {
    Case { words, input: "", status, out, err: &[] }
}

const fn bad(words: &'static [&'static str], status: i32, err: &'static [&'static str]) -> Case {
    Case { words, input: "", status, out: &[], err }
}

#[test]
fn good_commands() {
    let cases = [
        case(&["check", "Fine.java"], 0, &["holds", "4 states, 6 transitions"]),
        case(
            &["mc", "Endless.pm", "-p", "P=? [ F \"end\" ]", "--max-time", "300ms"],
            3,
            &["stopped by max-time; no question was answered"],
        ),
        case(
            &["mc", "Endless.pm", "-p", "P=? [ F \"end\" ]", "--max-memory", "20M"],
            3,
            &["stopped by max-memory; no question was answered"],
        ),
        case(&["mc", "Choice.nm"], 0, &["3 states, 5 transitions", "Choice.props`"]),
        // Of several questions those are answered that can be.
        case(
            &[
                "mc",
                "Choice.nm",
                "multi(Pmax=? [ F true ], Pmax=? [ X true ], Pmax=? [ X false ])",
                "-p",
                "Pmax=? [ F true ]",
            ],
            4,
            &["= no answer: a curve of more than two objectives is not supported", "Pmax=? [ F true ] = 1"],
        ),
        case(
            &["mc", "Choice.nm", "Choice.props", "-prop", "2,one", "-gs", "-maxiters", "9"],
            0,
            &["\"two\": Pmin=? [ F s=2 ] = 0.5", "\"one\": Pmax=? [ F s=1 ] = 0.5"],
        ),
        case(&["check", "Fine.java", "-v"], 0, &["search dfs, seed 0", "bytes per state"]),
        case(
            &["check", "Wrong.java"],
            1,
            &[
                "violated: assertion",
                "sum is 2",
                "Wrong.java:8",
                "The way there (3 choices, probability 0.25)",
                "| before",
                "| sum 2",
            ],
        ),
        case(&["check", "Wrong.java", "--property", "deadlock"], 0, &["holds"]),
        case(&["check", "Wrong.java", "-p", "Pmax=? [ F \"end\" ]"], 1, &["Pmax=? [ F \"end\" ] = 1"]),
        case(
            &["check", "Growing.java", "-p", "P=? [ F \"end\" ]", "--search", "bfs", "--max-states", "21"],
            3,
            &["between 0.99", "max-states"],
        ),
        case(
            &["check", "Throws.java"],
            1,
            &["violated: exception", "java.lang.IllegalStateException: as told", "before the first choice"],
        ),
        Case {
            words: &["pse", "Throws.java"],
            input: "",
            status: 0,
            out: &["Pmax=? [ success ]: 0\n"],
            err: &["the program fails before it asks for any input: java.lang.IllegalStateException: as told"],
        },
        case(
            &["check", "Collected.java"],
            1,
            &["violated, assuming references that stay: deadlock", "no reference is cleared", "Collected.java:9"],
        ),
        case(
            &[
                "check",
                "WideDraw.java",
                "--label",
                "\"three\" = field:WideDraw.isThree=true",
                "-p",
                "P=? [ F \"three\" ]",
            ],
            0,
            &["every question is answered", "= 0.125 (1/8)", "a few ints: of Random.nextInt at WideDraw.java:8"],
        ),
        case(
            &["check", "WeaklyCached.java"],
            0,
            &["holds, assuming references that stay:", "no reference is cleared", "WeaklyCached.java:7"],
        ),
        case(
            &["check", "WaitsOnce.java"],
            0,
            &["holds, assuming no spurious wake-ups:", "WaitsOnce.java:7", "--spurious lets threads wake"],
        ),
        case(&["check", "WaitsOnce.java", "--spurious"], 1, &["violated: assertion"]),
        case(&["check", "WaitsInLoop.java"], 0, &["holds: everything"]),
        case(&["check", "Unlikely.java"], 1, &["violated: exception", "probability 9.31e-10)"]),
        case(&["check", "Endless.java", "--max-time", "1s"], 3, &["inconclusive", "max-time"]),
        case(&["check", "Wrong.jpf"], 1, &["violated"]),
        case(&["list", "searches"], 0, &["dfs", "softmax", "tau=0.5"]),
        case(&["list", "labels"], 0, &["init", "deadlock", "returned:"]),
        case(&["list", "properties"], 0, &["deadlock", "races"]),
        case(&["--version"], 0, &["hazard 0."]),
        case(&["check", "--help"], 0, &["--search", "--max-states", "TARGET"]),
    ];
    run_all(&cases);
}

#[test]
fn runs_like_java() {
    let cases = [
        Case {
            words: &["run", "Throws.java"],
            input: "",
            status: 1,
            out: &["out\n"],
            err: &[
                "Exception in thread \"main\" java.lang.IllegalStateException: as told",
                "at Throws.main(Throws.java:4)",
            ],
        },
        Case { words: &["run", "Exits.java"], input: "17\n", status: 17, out: &[], err: &[] },
        case(&["run", "pack/Inner.java", "--", "a", "b"], 0, &["inner 2\n"]),
        case(&["run", "Starts.java"], 0, &["0\n"]),
        case(&["check", "Starts.java"], 4, &["not supported"]),
        Case {
            words: &["run", "Endless.java", "--max-time", "300ms"],
            input: "",
            status: 3,
            out: &[],
            err: &["error:"],
        },
    ];
    run_all(&cases);
}

/// Modules of a module path are named ones: what they export, open, require and provide is kept to, as on HotSpot, which wrote
/// what is expected.
#[test]
fn modules_are_named() {
    let shell = Shell::new(&repository().join("tests/modules"));
    for jdk in testkit::Jdk::installed() {
        let sources = testkit::java_files(&shell.path(".")).expect("they are there");
        let mut javac = jdk.tool("javac");
        javac.current_dir(shell.path(".")).args(["-d", "mods", "--module-source-path", "."]).args(&sources);
        assert!(javac.status().expect("javac runs").success());
        let home = jdk.home.display().to_string();
        let ran = shell.run(&["run", "--jdk", &home, "-p", "mods", "-m", "app/app.Main", "a", "b"], "");
        let expected = std::fs::read_to_string(shell.path("expected.out")).expect("it is there");
        assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (Some(0), expected.as_str(), ""), "{home}");
        std::fs::remove_dir_all(shell.path("mods")).expect("javac has made it");
    }
}

#[test]
fn bad_input_is_one_sentence() {
    let cases = [
        bad(&["check", "Nowhere.java"], 2, &["Nowhere.java: there is no such file"]),
        bad(&["check", "Fin.java"], 2, &["did you mean Fine.java?"]),
        bad(&["check", "NoMain.java"], 2, &["no main method"]),
        bad(&["run", "NoMain.java"], 2, &["no main method"]),
        bad(&["check", "Broken.java"], 2, &["Broken.java:2: error: incompatible types"]),
        bad(&["check", "No.Such.Class"], 2, &["there is no class No.Such.Class"]),
        bad(&["check", "Fine"], 2, &["did you mean Fine.java?"]),
        bad(&["check", "Fine.java", "--jdk", "/nowhere"], 2, &["--jdk /nowhere"]),
        bad(&["check", "Fine.java", "--search", "dsf"], 2, &["did you mean 'dfs'?"]),
        bad(&["check", "Fine.java", "--search", "softmax,tau=0"], 2, &["tau must be a number greater than 0"]),
        bad(&["check", "Fine.java", "--search", "highway,width=0"], 2, &["width"]),
        bad(&["check", "Fine.java", "--heuristic", "most-bloked"], 2, &["unknown heuristic"]),
        bad(&["check", "Fine.java", "--property", "deadlok"], 2, &["did you mean 'deadlock'?"]),
        bad(&["check", "Fine.java", "--max-time", "soon"], 2, &["30s"]),
        bad(&["check", "Fine.java", "--max-states", "0"], 2, &["at least 1"]),
        bad(&["check", "Fine.java", "--no-such-option"], 2, &["--no-such-option"]),
        bad(&["check", "Fine.java", "-p", "P=? [ F \"edn\" ]"], 2, &["\"edn\"", "\"end\""]),
        bad(&["check", "Fine.java", "-p", "P=? [ F "], 2, &["expected"]),
        bad(&["check", "Fine.java", "--label", "field:Fine.nothing"], 2, &["nothing"]),
        bad(&["check", "Fine.java", "--label", "feld:Fine.x"], 2, &["feld"]),
        bad(&["check", "Fine.java", "--export-tra", "no/such/folder/x.tra"], 2, &["no/such/folder"]),
        bad(&["check"], 2, &["TARGET"]),
        bad(&["chek", "Fine.java"], 2, &["chek"]),
        bad(&[], 2, &["a command is needed"]),
        bad(&["replay", "Fine.java"], 2, &["not a trace"]),
        bad(&["replay", "nowhere.json"], 2, &["there is no such file"]),
        bad(&["lts", "Endless.pm"], 2, &["is a model in a language", "hazard convert Endless.pm -o FILE.aut"]),
        bad(&["mc", "nowhere.tra"], 2, &["nowhere.tra"]),
        bad(&["mc", "Endless.pm", "-exportmodel", "x.tra"], 2, &["-exportmodel: ", "hazard convert MODEL -o FILE"]),
        bad(&["mc", "Endless.pm", "-fair", "-pf", "true"], 2, &["-fair: fairness of schedulers is not supported"]),
        bad(&["mc", "Endless.pm", "nowhere.props"], 2, &["nowhere.props: there is no such file"]),
        bad(&["convert", "Endless.pm", "-o", "x.tra", "--max-time", "300ms"], 3, &["max-time; nothing was written"]),
        bad(&["convert", "Endless.pm", "-o", "x.tra", "--max-memory", "20M"], 3, &["max-memory; nothing was written"]),
        bad(&["mc", "Endless.pm", "--max-states", "9", "-p", "P=? [ X true ]"], 2, &["limits such as --max-states"]),
        bad(&["lts", "nowhere.aut"], 2, &["nowhere.aut"]),
        bad(&["mc", "Fine.java"], 2, &["Fine.java is a program", "`hazard check Fine.java`"]),
        bad(&["lts", "Fine.java"], 2, &["Fine.java is a program", "`hazard check Fine.java`"]),
        bad(&["check", "notes.txt"], 2, &["notes.txt is not a program"]),
        bad(&["check", "Nothing.java"], 2, &["Nothing.java: it declares no class"]),
        bad(&["check", "NoTarget.jpf"], 2, &["NoTarget.jpf: it names no target"]),
        bad(&["check", "-cp", "nowhere.jar", "Fine"], 2, &["the class path names nowhere.jar"]),
        bad(&["convert", "nowhere.tra", "-o", "x.umb"], 2, &["nowhere.tra"]),
    ];
    run_all(&cases);
}

#[test]
fn odd_input_is_one_sentence_too() {
    let cases = [
        bad(&["check", ""], 2, &["the name of the program is empty"]),
        bad(&["explore", "/nowhere"], 2, &["/nowhere: there is no such file"]),
        bad(&["check", "Fine.java", "--property", "foo"], 2, &["unknown property 'foo'; `hazard list"]),
        bad(&["check", "Fine.java", "--max-states", "-5"], 2, &["--max-states takes no number below zero, such as -5"]),
        bad(&["check", "Fine.java", "--seed", "99999999999999999999"], 2, &["'--seed <N>': it is too large"]),
        bad(&["check", "Fine.java", "3"], 2, &["arguments of the program come after --"]),
        bad(&["doctor", "extra"], 2, &["unexpected argument 'extra' found (see --help)"]),
        bad(&["check", "Fine.java", "--html", "-"], 2, &["-: only --json goes to standard output"]),
        bad(&["check", "Fine.java", "--checkpoint", "kept,each=5"], 2, &["'each=5' is no option of it"]),
        bad(&["check", "Fine.java", "--store", "kept,size=5"], 2, &["'size=5' is no option of it"]),
        bad(&["generate", "C.m(..)"], 2, &["there is no class C in the JDK"]),
        bad(&["check", "Fine.class"], 2, &["Fine.class: there is no such file; did you mean Fine.java?"]),
        bad(&["lin", "java.util.List"], 2, &["java.util.List: there are no objects of an interface"]),
        bad(&["lin", "java.lang.Thread$Nothing"], 2, &["there is no such class in the JDK"]),
        bad(&["lin", "java.util.EnumMap"], 2, &["it has no constructor without parameters"]),
        bad(&["test", "no/such"], 2, &["no/such: there is no such folder"]),
        bad(&["test", "--since", "nowhere"], 2, &["--since nowhere: there is no such file"]),
        bad(&["test", "-cp", ".", "--", "-Pci"], 2, &["cannot be used with"]),
    ];
    run_all(&cases);
}

fn run_all(cases: &[Case]) {
    let shell = Shell::new(&repository().join("tests/cli"));
    let mut trouble = Vec::new();
    for case in cases {
        let result = shell.run(case.words, case.input);
        let (out, err) = (&result.out, &result.err);
        let mut complain = |what: String| trouble.push(format!("hazard {}: {what}\n{out}{err}", case.words.join(" ")));
        if result.status != Some(case.status) {
            complain(format!("status {:?} instead of {}", result.status, case.status));
        }
        for fragment in case.out.iter().filter(|fragment| !out.contains(**fragment)) {
            complain(format!("standard output lacks {fragment:?}"));
        }
        for fragment in case.err.iter().filter(|fragment| !err.contains(**fragment)) {
            complain(format!("standard error lacks {fragment:?}"));
        }
        if err.contains("internal error") || err.contains("panicked") {
            complain("it panicked".into());
        }
        // javac's own messages are passed through as they are.
        let is_javacs = err.contains(": error: ");
        // A formula's mistake is pointed at, below the sentence.
        let is_pointed_at = err.trim_end().ends_with('^');
        if case.status == 2 && !is_javacs && !is_pointed_at && err.trim_end().lines().count() != 1 {
            complain("the error is not one sentence".into());
        }
    }
    trouble.extend(shell.leftovers().into_iter().map(|path| format!("left behind: {path}")));
    assert!(trouble.is_empty(), "{}", trouble.join("\n"));
}
