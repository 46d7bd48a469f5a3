//! What Luckow et al. (ASE 2014) print in Tables 1 and 2, and which of our programs stands beside each subject.
//!
//! The paper's sources are not part of it; ours are programs of the same kind (`java/examples/symbolic`), so that numbers of
//! paths and probabilities differ and the order of the analyses is what compares.

/// A way to look for a scheduler.
#[derive(Clone, Copy)]
pub struct Analysis {
    pub name: &'static str,
    pub algorithm: &'static str,
    pub prune: bool,
    pub samples: u64,
    pub rounds: u64,
}

const fn analysis(name: &'static str, algorithm: &'static str, prune: bool, samples: u64, rounds: u64) -> Analysis {
    Analysis { name, algorithm, prune, samples, rounds }
}

/// The rows of Table 1 for one subject.
pub static ANALYSES: [Analysis; 8] = [
    analysis("Random", "random", false, 1000, 1),
    analysis("Random_P", "random", true, 1000, 1),
    analysis("Max", "max", false, 10, 100),
    analysis("Max_P", "max", true, 10, 100),
    analysis("Sum1", "sum1", false, 10, 100),
    analysis("Max", "max", false, 100, 10),
    analysis("Max_P", "max", true, 100, 10),
    analysis("Sum1", "sum1", false, 100, 10),
];

/// A row as printed: result, share of trials that verified it in percent, samples, milliseconds.
pub type Printed = (&'static str, u32, u64, u64);

pub struct Subject {
    pub name: &'static str,
    /// The class, its arguments (and a smaller size of them), and the event whose largest probability is asked for.
    pub class: &'static str,
    pub arguments: &'static [&'static str],
    pub arguments_quick: &'static [&'static str],
    pub target: &'static str,
    /// Exact, as printed: success, failure, milliseconds, paths.
    pub exact: (&'static str, &'static str, u64, u64),
    pub printed: [Printed; 8],
}

pub static TABLE_1: [Subject; 6] = [
    Subject {
        name: "MER",
        class: "MerArbiter",
        arguments: &[],
        arguments_quick: &[],
        target: "failure",
        exact: ("0.5", "0.5", 4_593, 28),
        printed: [
            ("0.5", 100, 13, 26_085),
            ("0.5", 100, 10, 22_324),
            ("0.5", 100, 17, 30_212),
            ("0.5", 100, 13, 23_684),
            ("0.5", 100, 1_300, 1_440_643),
            ("0.5", 100, 21, 33_369),
            ("0.5", 100, 13, 23_921),
            ("0.5", 100, 1_300, 1_428_632),
        ],
    },
    Subject {
        name: "Windy Simple",
        class: "Windy",
        arguments: &["5", "4", "weak"],
        arguments_quick: &["4", "4", "weak"],
        target: "success",
        exact: ("0.71", "1.0", 3_807, 614),
        printed: [
            ("0.71", 100, 31, 10_382),
            ("0.71", 100, 14, 6_209),
            ("0.0", 0, 1_000, 147_040),
            ("0.71", 100, 100, 22_283),
            ("0.71", 80, 1_300, 187_631),
            ("0.71", 100, 15, 6_433),
            ("0.71", 100, 35, 11_048),
            ("0.71", 100, 1_300, 186_787),
        ],
    },
    Subject {
        name: "Daisy Depth 13",
        class: "DaisyChain",
        arguments: &["2", "uniform"],
        arguments_quick: &["1", "uniform"],
        target: "success",
        exact: ("0.026860", "1.0", 48_886, 20_248),
        printed: [
            ("0.023919", 0, 1_000, 154_864),
            ("0.026860", 100, 141, 35_616),
            ("0.023919", 0, 1_000, 163_387),
            ("0.026860", 100, 97, 27_629),
            ("0.026860", 20, 1_500, 230_914),
            ("0.023919", 0, 1_000, 166_545),
            ("0.026860", 100, 143, 36_621),
            ("0.025684", 0, 1_500, 228_734),
        ],
    },
    Subject {
        name: "Daisy Depth 18",
        class: "DaisyChain",
        arguments: &["3", "uniform"],
        arguments_quick: &["2", "uniform"],
        target: "success",
        exact: ("0.028625", "1.0", 1_971_108, 755_244),
        printed: [
            ("0.024507", 0, 1_000, 160_669),
            ("0.028625", 100, 190, 47_322),
            ("0.027448", 0, 1_000, 165_903),
            ("0.028625", 60, 97, 30_970),
            ("0.025978", 0, 1_500, 240_876),
            ("0.025684", 0, 1_000, 166_915),
            ("0.028625", 100, 125, 36_278),
            ("0.027448", 0, 1_500, 241_522),
        ],
    },
    Subject {
        name: "Rare",
        class: "Rare",
        arguments: &["500"],
        arguments_quick: &["20"],
        target: "success",
        exact: ("0.96", "1.0", 4_800, 504),
        printed: [
            ("0.01", 0, 1_000, 214_225),
            ("0.96", 100, 501, 117_696),
            ("0.01", 0, 1_000, 153_853),
            ("0.96", 100, 500, 102_462),
            ("0.01", 0, 1_500, 227_018),
            ("0.01", 0, 1_000, 155_425),
            ("0.96", 100, 496, 145_140),
            ("0.01", 0, 1_500, 224_441),
        ],
    },
    Subject {
        name: "PQS Simple",
        class: "ParallelQuicksort",
        arguments: &["3", "1"],
        arguments_quick: &[],
        target: "success",
        exact: ("1.0", "0.0", 1_360_578, 391_536),
        printed: [
            ("0.59179", 0, 1_000, 374_351),
            ("0.89498", 0, 1_000, 418_761),
            ("0.64467", 0, 1_000, 426_958),
            ("0.99476", 0, 1_000, 410_824),
            ("0.43527", 0, 1_500, 638_972),
            ("0.60508", 0, 1_000, 451_734),
            ("0.97803", 0, 1_000, 436_525),
            ("0.43945", 0, 1_500, 625_670),
        ],
    },
];

/// A row pair of Table 2: a subject too large for their exact analysis, with samples and milliseconds as printed.
pub struct Larger {
    pub name: &'static str,
    pub class: &'static str,
    pub arguments: &'static [&'static str],
    pub arguments_quick: &'static [&'static str],
    pub target: &'static str,
    pub hypothesis: &'static str,
    pub max: (u64, u64),
    pub random: (u64, u64),
}

pub static TABLE_2: [Larger; 5] = [
    Larger {
        name: "Windy Complex",
        class: "Windy",
        arguments: &["9", "6", "weak"],
        arguments_quick: &["5", "4", "weak"],
        target: "success",
        hypothesis: "0.71",
        max: (214, 51_711),
        random: (23, 8_688),
    },
    Larger {
        name: "Daisy Depth 20",
        class: "DaisyChain",
        arguments: &["4", "uniform"],
        arguments_quick: &["2", "uniform"],
        target: "success",
        hypothesis: "0.028723",
        max: (136, 38_261),
        random: (224, 56_948),
    },
    Larger {
        name: "Daisy Depth 30",
        class: "DaisyChain",
        arguments: &["6", "uniform"],
        arguments_quick: &["2", "uniform"],
        target: "success",
        hypothesis: "0.029409",
        max: (129, 43_347),
        random: (349, 84_694),
    },
    Larger {
        name: "PQS Complex",
        class: "ParallelQuicksort",
        arguments: &["4", "1"],
        arguments_quick: &[],
        target: "success",
        hypothesis: "1.0",
        max: (3_675, 1_273_642),
        random: (12_047, 3_914_474),
    },
    Larger {
        name: "Airline",
        class: "Airline",
        arguments: &["20"],
        arguments_quick: &["5"],
        target: "failure",
        hypothesis: "1.0",
        max: (169, 40_851),
        random: (1_843, 287_456),
    },
];
