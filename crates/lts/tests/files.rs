//! Aldebaran files: what is accepted, what is refused and how it is said, and that writing and reading agree.

use std::path::PathBuf;

use lts::{Goal, LtsSystem, read, read_file, write};
use search::{Settings, build, explore, parse_spec, replay};

#[test]
fn what_is_written_is_read_back() {
    for name in ["diamond10.aut", "backloops47.aut", "scc5x5.aut", "dining5.aut.gz", "brp10.aut.gz"] {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/aut").join(name);
        let lts = read_file(&path).unwrap();
        let mut text = Vec::new();
        write(&lts, &mut text).unwrap();
        // Writing sorts by source, which may number labels in another order; a second round trip is exact.
        let again = read(&text).unwrap();
        let mut second = Vec::new();
        write(&again, &mut second).unwrap();
        assert_eq!(text, second, "{name}");
        assert_eq!((lts.state_count(), lts.edges.len()), (again.state_count(), again.edges.len()));
    }
}

#[test]
fn the_format_is_read_liberally() {
    let text = "\n des ( 1 , 4 , 3 ) \r\n(0,a,1)\n( 1 , \"b(1, x)\" , 2 )\n(1,i,1)\n\n(2,c(1,2),0)\n\n";
    let lts = read(text.as_bytes()).unwrap();
    assert_eq!((lts.initial, lts.state_count()), (1, 3));
    assert_eq!(lts.labels, ["a", "b(1, x)", "i", "c(1,2)"]);
    assert_eq!(lts.row(1), [(1, 2), (2, 1)]);
    // States without transitions take no memory.
    let lts = read(b"des (0,1,4294967295)\n(0,a,4294967294)\n").unwrap();
    assert_eq!((lts.state_count(), lts.row(0), lts.row(4_294_967_294)), (u32::MAX, &[(0, 4_294_967_294)][..], &[][..]));
}

#[test]
fn bad_files_are_refused_with_the_line() {
    for (text, expected) in [
        ("", "line 1: the file must begin with a header"),
        ("hello", "line 1: the file must begin with a header such as 'des (0, 5, 4)', not 'hello'"),
        ("des (0,1)\n", "line 1: the file must begin with a header"),
        ("des (0,1,2,3)\n", "line 1: the file must begin with a header"),
        ("des (0,-1,2)\n", "line 1: the file must begin with a header"),
        ("des (2,0,2)\n", "line 1: the initial state 2 does not exist: the header declares 2 states"),
        ("des (0,0,0)\n", "line 1: the initial state 0 does not exist"),
        ("des (0,0,9999999999)\n", "line 1: 9999999999 states are more than"),
        ("des (0,1,4294967295)\n(4294967294,a,1)\n", "line 1: states as far as 4294967294 have only 1 transitions"),
        ("des (0,2,2)\n(0,a,1)\n", "line 1: the header declares 2 transitions, but the file has 1"),
        ("des (0,1,2)\n(0,a,1)\n(1,a,0)\n", "line 3: there are more transitions than the 1"),
        ("des (0,1,2)\n\n(0,a,2)\n", "line 3: state 2 is out of range: the header declares 2 states, 0 to 1"),
        ("des (0,1,2)\n(7,a,1)\n", "line 2: state 7 is out of range"),
        ("des (0,1,2)\n(x,a,1)\n", "line 2: 'x' is not a state number"),
        ("des (0,1,2)\n(0,\"a,1)\n", "line 2: the quote before a is not closed"),
        ("des (0,1,2)\n(0,a\"b,1)\n", "line 2: the label a\"b has a quote in the middle"),
        ("des (0,1,2)\n(0,,1)\n", "line 2: the label is missing"),
        ("des (0,1,2)\n(0,1)\n", "line 2: expected a transition such as"),
        ("des (0,1,2)\n0,a,1\n", "line 2: expected a transition such as"),
        ("des (0,1,2)\n(0,a,1\n", "line 2: expected a transition such as"),
    ] {
        let error = read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text:?}: {error}");
    }
    assert!(read(b"des (0,1,2)\n(0,\xff\xfe,1)\n").unwrap_err().to_string().contains("not UTF-8"));
    let missing = read_file("no/such/file.aut".as_ref()).unwrap_err().to_string();
    assert!(missing.starts_with("cannot read no/such/file.aut"), "{missing}");
}

#[test]
fn actions_are_found_by_label_or_by_name() {
    let text = "des (0,4,4)\n(0,\"tau\",1)\n(1,\"send(1, true)\",2)\n(2,\"send(2, true)\",3)\n(2,\"tau\",2)\n";
    let run = |action: &str| {
        let system = LtsSystem::new(read(text.as_bytes()).unwrap(), Goal::Action(action.to_owned()))?;
        let spec = parse_spec("bfs").unwrap();
        let outcome = explore(&system, &mut *build(&spec), Settings::default(), vec![]).unwrap();
        let found = &outcome.violations[0];
        let replayed = replay(&system, &found.path).unwrap();
        let last = replayed.steps.last().unwrap().action.clone().unwrap();
        Ok::<_, lts::GoalError>((last, found.depth(), outcome.expanded))
    };
    // States expanded before the detecting one; its depth plus one.
    assert_eq!(run("send"), Ok(("send(1, true)".to_owned(), 2, 1)));
    assert_eq!(run("send(2, true)"), Ok(("send(2, true)".to_owned(), 3, 2)));
    let unknown = run("sned").unwrap_err().to_string();
    assert_eq!(unknown, "no transition has the action 'sned'; did you mean 'send'?");
    let unknown = run("send(3, true)").unwrap_err().to_string();
    assert!(unknown.contains("did you mean 'send("), "{unknown}");
    // Arguments as LOTOS writes them; and parentheses that are none.
    let text = "des (0,2,3)\n(0,\"a, (b)\",1)\n(1,\"PUT !1 !true\",2)\n";
    let named = |action: &str| LtsSystem::new(read(text.as_bytes()).unwrap(), Goal::Action(action.to_owned()));
    assert!(named("PUT").is_ok() && named("PUT !1 !true").is_ok() && named("a, (b)").is_ok());
    let unknown = named("a, (c)").err().unwrap().to_string();
    assert_eq!(unknown, "no transition has the action 'a, (c)'; did you mean 'a, (b)'?");
    let empty = LtsSystem::new(read(b"des (0,0,1)\n").unwrap(), Goal::Action("a".to_owned()));
    assert!(empty.is_err_and(|error| error.to_string().contains("the model has no transitions")));
}

#[test]
fn a_deadlock_lies_at_the_depth_of_the_dead_state() {
    let system = LtsSystem::new(read(b"des (0,2,3)\n(0,a,1)\n(1,a,2)\n").unwrap(), Goal::Deadlock).unwrap();
    for search in ["dfs", "bfs", "rdfs", "random", "highway"] {
        let spec = parse_spec(search).unwrap();
        let outcome = explore(&system, &mut *build(&spec), Settings::default(), vec![]).unwrap();
        assert_eq!(outcome.violations[0].depth(), 2, "{search}");
    }
    // A single state without transitions is dead from the start.
    let system = LtsSystem::new(read(b"des (0,0,1)\n").unwrap(), Goal::Deadlock).unwrap();
    let spec = parse_spec("dfs").unwrap();
    let outcome = explore(&system, &mut *build(&spec), Settings::default(), vec![]).unwrap();
    assert_eq!((outcome.violations.len(), outcome.violations[0].depth()), (1, 0));
}
