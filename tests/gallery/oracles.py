#!/usr/bin/env python3
"""The values that the gallery's questions must have, from theory or brute force, not from Hazard.

    oracles.py            prints `Name<TAB>question<TAB>value` for every question at its small size
    oracles.py --check    compares with expected.tsv and with the `//@ ask:` lines of the programs

One function per program of java/examples/randomized, written from the description of the algorithm, in a different form
where there is one: closed forms, recursions, sets instead of arrays, chains solved by elimination.
"""

import itertools
import math
import pathlib
import sys
from fractions import Fraction as F
from math import comb

from chains import chain, expectation, harmonic, outcomes, probability

HERE = pathlib.Path(__file__).parent
PROGRAMS = HERE.parent.parent / "java" / "examples" / "randomized"


def P(label):
    return f'P=? [ F "{label}" ]'


def R(reward):
    return f'R{{"{reward}"}}=? [ F "end" ]'


def binomial(n, p, wanted):
    return sum((comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1) if wanted(k)), F(0))


def morris(events):
    """The distribution of Morris's register."""
    distribution = {0: F(1)}
    for _ in range(events):
        following = {}
        for k, p in distribution.items():
            following[k] = following.get(k, 0) + p * (1 - F(1, 2**k))
            following[k + 1] = following.get(k + 1, 0) + p * F(1, 2**k)
        distribution = following
    return distribution


def AddingApproximateCounters(first=3, second=2):
    two = F(0)
    for (k, p), (l, q) in itertools.product(morris(first).items(), morris(second).items()):
        high, low = max(k, l), min(k, l)
        up = F(2**low - 1, 2**high)
        two += p * q * (up if high + 1 == 2 else 1 - up if high == 2 else 0)
    return {P("two"): two, R("estimate"): F(first + second)}


def AntColonySystem(iterations=2, ants=1):
    distance = {(0, 1): 1, (0, 2): 2, (0, 3): 2, (1, 2): 2, (1, 3): 4, (2, 3): 1}
    edges = {frozenset(edge): length for edge, length in distance.items()}

    def colony(run):
        scent = {edge: F(1) for edge in edges}
        best = None
        for _ in range(iterations):
            for _ in range(ants):
                tour, rest = [0], [1, 2, 3]
                while rest:
                    pulls = [scent[frozenset((tour[-1], city))] / edges[frozenset((tour[-1], city))] for city in rest]
                    exploit = run.coin() == 0
                    city = rest[pulls.index(max(pulls)) if exploit else run.weighted(pulls)]
                    edge = frozenset((tour[-1], city))
                    scent[edge] = (scent[edge] + 1) / 2
                    tour.append(city)
                    rest.remove(city)
                edge = frozenset((tour[-1], 0))
                scent[edge] = (scent[edge] + 1) / 2
                way = [frozenset((a, b)) for a, b in zip(tour, tour[1:] + [0])]
                length = sum(edges[edge] for edge in way)
                if best is None or length < best[0]:
                    best = (length, way)
            for edge in best[1]:
                scent[edge] = (scent[edge] + F(12, best[0])) / 2
        return best[0] == 6

    return {P("optimal"): probability(colony)}


def ApproximateCardinality(trials=4):
    sets = [{1, 2, 3}, {3, 4}, {1, 4, 5}]
    union, pairs = len(set.union(*sets)), sum(map(len, sets))
    hit = F(union, pairs)
    close = binomial(trials, hit, lambda hits: abs(F(pairs * hits, trials) - union) <= F(union, 4))
    return {P("close"): close, R("hits"): trials * hit}


def ApproximateCounter(events=6):
    return {P("three"): morris(events)[3], R("estimate"): F(events)}


def ApproximateIntegral(grid=8, darts=5):
    centres = [F(2 * i + 1, 2 * grid) for i in range(grid)]
    below = F(sum(y < x * x for x in centres for y in centres), grid**2)
    close = binomial(darts, below, lambda hits: abs(F(hits, darts) - F(1, 3)) <= F(1, 8))
    return {P("close"): close, R("hits"): darts * below}


def ApproximatePI(grid=10, darts=5):
    centres = [F(2 * i + 1, 2 * grid) for i in range(grid)]
    inside = F(sum(x * x + y * y <= 1 for x in centres for y in centres), grid**2)
    close = binomial(darts, inside, lambda hits: 3 <= F(4 * hits, darts) <= F(17, 5))
    return {P("close"): close, R("hits"): darts * inside}


def ApproximatePermanent(n=3):
    # Exponents of the cube root instead of its arithmetic: the determinant is a signed count of each exponent, and the
    # square of its absolute value is half the sum of the squared differences of the counts.
    ones = [(i, j) for i in range(n) for j in range(n) if abs(i - j) <= 1]
    matchings = [s for s in itertools.permutations(range(n)) if all((i, s[i]) in ones for i in range(n))]

    def sign(s):
        return (-1) ** sum(s[i] > s[j] for i in range(n) for j in range(i + 1, n))

    ones_estimated = 0
    for exponents in itertools.product(range(3), repeat=len(ones)):
        of = dict(zip(ones, exponents))
        count = [0, 0, 0]
        for s in matchings:
            count[sum(of[i, s[i]] for i in range(n)) % 3] += sign(s)
        ones_estimated += sum((x - y) ** 2 for x, y in itertools.combinations(count, 2)) == 2
    return {P("one"): F(ones_estimated, 3 ** len(ones)), R("estimate"): F(len(matchings))}


def BooleanProductWitnessMatrix(n=4, repetitions=1):
    a = {(i, k) for i in range(n) for k in range(n) if k <= i}
    b = {(i, k) for i in range(n) for k in range(n) if (i + k) % 3}
    witnesses = {
        (i, j): {k for k in range(n) if (i, k) in a and (k, j) in b} for i in range(n) for j in range(n)
    }
    sizes = [2**t for t in range(n) if 2**t <= n for _ in range(repetitions)]
    need, searches, total = 0, 0, 0
    for sets in itertools.product(*(list(itertools.combinations(range(n), size)) for size in sizes)):
        missing = 0
        for entry, ks in witnesses.items():
            # The sum of the witnesses (from 1) in the set is taken for a witness if it happens to be one.
            guesses = (sum(k + 1 for k in ks & set(chosen)) - 1 for chosen in sets)
            missing += bool(ks) and not any(guess in ks for guess in guesses)
        need += missing > 0
        searches += missing
        total += 1
    return {P("bruteForce"): F(need, total), P("wrong"): F(0), R("searches"): F(searches, total)}


def ByzantineAgreement(n=9):
    start = tuple(0 if i % 4 == 0 else 1 for i in range(n - 1))

    def step(state):
        votes, decisions = state
        if None not in decisions:
            return None
        result = {}
        for lie, threshold in itertools.product((0, 1), (5 * n // 8 + 1, 3 * n // 4 + 1)):
            following = []
            for i, decision in enumerate(decisions):
                heard = list(votes) + [lie if i % 2 == 0 else 1 - lie]
                zeros, ones = heard.count(0), heard.count(1)
                majority, tally = (1, ones) if ones > zeros else (0, zeros)
                if decision is None and F(tally, n) >= F(7, 8):
                    decision = majority
                following.append((majority if tally >= threshold else 0, decision))
            key = tuple(zip(*following))
            result[key] = result.get(key, 0) + F(1, 4)
        return result

    state = (start, (None,) * (n - 1))
    return {
        P("one"): chain(state, step, value=lambda s: set(s[1]) == {1}),
        P("disagree"): chain(state, step, value=lambda s: len(set(s[1])) > 1),
        R("rounds"): chain(state, step, reward=lambda s: 1),
    }


def DirectedReachability(coins=3):
    successors = {0: [1, 2], 1: [2, 3, 4], 2: [0], 3: [4, 5], 4: [4], 5: [5]}

    def hit(vertex, steps):
        if vertex == 5:
            return F(1)
        if steps == 0:
            return F(0)
        return sum((hit(v, steps - 1) for v in successors[vertex]), F(0)) / len(successors[vertex])

    p = hit(0, 5)
    end = p + (1 - p) / 2**coins
    return {P("found"): p / end, P("wrong"): 1 - p / end, R("walks"): 1 / end}


def reachable(edges, start):
    seen = {start}
    while True:
        more = {w for v, w in edges if v in seen} - seen
        if not more:
            return seen
        seen |= more


def random_graphs(pairs, p):
    for bits in itertools.product((False, True), repeat=len(pairs)):
        edges = {pair for pair, bit in zip(pairs, bits) if bit}
        yield edges, p ** len(edges) * (1 - p) ** (len(pairs) - len(edges))


def ErdosRenyiDirectedModel(n=3, p=F(1, 2)):
    pairs = list(itertools.permutations(range(n), 2))
    strong = sum(
        weight
        for edges, weight in random_graphs(pairs, p)
        if all(len(reachable(edges, v)) == n for v in range(n))
    )
    return {P("strong"): strong, R("edges"): len(pairs) * p}


def connected(n, p):
    """The probability that G(n, p) is connected, by the component of the first vertex (Gilbert 1959)."""
    if n == 1:
        return F(1)
    return 1 - sum(comb(n - 1, k - 1) * connected(k, p) * (1 - p) ** (k * (n - k)) for k in range(1, n))


def ErdosRenyiUndirectedModel(n=5, p=F(3, 5)):
    return {P("connected"): connected(n, p), R("edges"): comb(n, 2) * p}


def FairBaisedCoin(p=F(7, 10)):
    return {P("heads"): F(1, 2), R("flips"): 1 / (p * (1 - p))}


def FermatPrimalityTest(n=15, trials=2):
    liars = sum(pow(a, n - 1, n) == 1 for a in range(1, n))
    return {P("wrong"): F(liars, n - 1) ** trials}


def FisherYatesShuffle(n=4):
    permutations = list(itertools.permutations(range(n)))
    deranged = sum(all(s[i] != i for i in range(n)) for s in permutations)
    return {P("sorted"): F(1, len(permutations)), P("derangement"): F(deranged, len(permutations))}


def FreivaldsTechnique(n=3, trials=2):
    # A trial passes exactly if the first and the last bit of the vector are equal.
    passing = F(1, 2)
    return {P("wrong"): passing**trials, R("flips"): n * sum(passing**i for i in range(trials))}


def GaleShapleyStableMarriage(n=3):
    def rank(woman, man):
        return (list(range(woman, n)) + list(range(woman))).index(man)

    proposals = 0
    lists = list(itertools.permutations(range(n)))
    for likes in itertools.product(lists, repeat=n):
        # The man-optimal marriage does not depend on the order of proposals; a man proposes to all women he likes at
        # least as much as his partner. It is found among all marriages.
        stable = []
        for wives in itertools.permutations(range(n)):
            def better(m, w):
                other = wives.index(w)
                return likes[m].index(w) < likes[m].index(wives[m]) and rank(w, m) < rank(w, other)

            if not any(better(m, w) for m in range(n) for w in range(n)):
                stable.append(sum(likes[m].index(wives[m]) + 1 for m in range(n)))
        proposals += min(stable)
    return {P("unstable"): F(0), R("proposals"): F(proposals, len(lists) ** n)}


def GameTree(height=2):
    def node(leaves, conjunction):
        """The value of a node and the expected number of leaves looked at."""
        if len(leaves) == 1:
            return leaves[0], F(1)
        half = len(leaves) // 2
        (v, c), (w, d) = node(leaves[:half], not conjunction), node(leaves[half:], not conjunction)
        decisive = not conjunction
        cost = (c + (0 if v == decisive else d) + d + (0 if w == decisive else c)) / 2
        return (v and w if conjunction else v or w), cost

    value, cost = node([i % 3 != 0 for i in range(4**height)], True)
    return {P("won"): F(value), R("leaves"): cost}


def GraphPartition(n=5):
    ring = list(range(1, n))
    edges = [(0, v) for v in ring] + list(zip(ring, ring[1:])) + [(ring[0], ring[-1])]
    good = sum(
        2 * sum(side[v] != side[w] for v, w in edges) >= len(edges) for side in itertools.product((0, 1), repeat=n)
    )
    return {P("half"): F(1), R("tries"): F(2**n, good)}


def primitive_roots(p):
    return [a for a in range(1, p) if len({pow(a, i, p) for i in range(p - 1)}) == p - 1]


def GroupGenerator(p=11):
    roots = primitive_roots(p)
    return {P("seven"): F(int(7 in roots), len(roots)), R("tries"): F(p - 1, len(roots))}


def HamiltonianCycle(steps=8):
    ring = [(i, (i + 1) % 6) for i in range(6)] + [(0, 2), (1, 4)]
    neighbours = {v: [a + b - v for a, b in ring if v in (a, b)] for v in range(6)}
    paths, found = {(0,): F(1)}, F(0)
    for _ in range(steps):
        following = {}
        for path, p in paths.items():
            for v in neighbours[path[-1]]:
                share = p / len(neighbours[path[-1]])
                if v == path[0] and len(path) == 6:
                    found += share
                    continue
                if v in path:
                    cut = path.index(v) + 1
                    new = path[:cut] + path[cut:][::-1]
                else:
                    new = path + (v,)
                following[new] = following.get(new, 0) + share
        paths = following
    return {P("found"): found}


def HasMajorityElement(trials=3):
    return {P("wrong"): F(5, 11) ** trials}


def HasPerfectMatching(p=5):
    # The determinant is (ad - bc) e: it is zero if e is, or if the 2x2 matrix is singular, which has a formula.
    regular = (p**2 - 1) * (p**2 - p)
    return {P("wrong"): 1 - F(regular, p**4) * F(p - 1, p)}


def HashTable(prime=11, size=3):
    keys = [2, 3, 7]
    collisions, comparisons, total = 0, 0, 0
    for a, b in itertools.product(range(1, prime), range(prime)):
        h = {x: (a * x + b) % prime % size for x in keys + [5]}
        collisions += len({h[x] for x in keys}) < len(keys)
        # Looking for 7 meets the keys added before it in its bucket and itself; looking for 5 meets the whole bucket.
        comparisons += sum(h[x] == h[7] for x in keys) + sum(h[x] == h[5] for x in keys)
        total += 1
    return {P("collision"): F(collisions, total), R("comparisons"): F(comparisons, total)}


def HypergraphColouring(n=5):
    edges = [[(e + d) % n for d in range(3)] for e in range(n)]

    def step(colours):
        if colours is None:
            return {start: F(1, 2**n) for start in itertools.product((0, 1), repeat=n)}
        for edge in edges:
            if len({colours[v] for v in edge}) == 1:
                result = {}
                for v in edge:
                    new = colours[:v] + (1 - colours[v],) + colours[v + 1 :]
                    result[new] = result.get(new, 0) + F(1, 3)
                return result
        return None

    recolourings = chain(None, step, reward=lambda colours: 0 if colours is None else 1)
    return {P("proper"): F(1), R("recolourings"): recolourings}


def IndependentSet(n=5):
    def neighbours(v):
        return {(v + 1) % n, (v - 1) % n}

    def step(left):
        if not left:
            return None
        result = {}
        degree = {v: len(neighbours(v) & left) for v in left}

        def marks(run):
            marked = {v for v in left if degree[v] == 0 or run.coin(F(1, 2 * degree[v]))}
            losers = set()
            for v in marked:
                for w in neighbours(v) & marked:
                    if (degree[v], v) < (degree[w], w):
                        losers.add(v)
            winners = marked - losers
            return frozenset(left - winners - set().union(*map(neighbours, winners)))

        result.update(outcomes(marks))
        return result

    return {P("wrong"): F(0), R("rounds"): chain(frozenset(range(n)), step, reward=lambda left: 1)}


def KargersMinimumCut(runs=1):
    edges = [(0, 1), (0, 2), (1, 2), (2, 3), (3, 4), (3, 5), (4, 5)]

    def contract(edges, vertices):
        """The probability that a cut of one edge is left."""
        if vertices == 2:
            return F(int(len(edges) == 1))
        total = F(0)
        for v, w in edges:
            merged = [tuple(v if x == w else x for x in edge) for edge in edges]
            total += contract([edge for edge in merged if edge[0] != edge[1]], vertices - 1)
        return total / len(edges)

    return {P("right"): 1 - (1 - contract(edges, 6)) ** runs}


def KnuthYaoDie():
    return {P("six"): F(1, 6), R("flips"): F(11, 3)}


def pattern(n):
    return [[0 if (i * j + i + j) % 3 == 0 else 1 for j in range(n)] for i in range(n)]


def LatticeApproximation(n=5):
    p = [F(1 + i % 3, 4) for i in range(n)]
    good = F(0)
    for q in itertools.product((0, 1), repeat=n):
        if all(abs(sum(a * (x - y) for a, x, y in zip(row, p, q))) <= 1 for row in pattern(n)):
            good += math.prod((x if y else 1 - x for x, y in zip(p, q)), start=F(1))
    return {P("good"): good}


def LazySelect(n=5, k=3):
    size = math.ceil(n**0.75)
    low = max(math.floor(k * n**-0.25 - n**0.5), 1)
    high = min(math.ceil(k * n**-0.25 + n**0.5), size)
    good = 0
    for sample in itertools.product(range(1, n + 1), repeat=size):
        ordered = sorted(sample)
        a, b = ordered[low - 1], ordered[high - 1]
        good += a <= k <= b and b - a + 1 <= 4 * size + 2
    return {P("right"): F(1), R("rounds"): F(n**size, good)}


def LucasPrimalityTest(n=11, trials=3):
    return {P("wrong"): (1 - F(len(primitive_roots(n)), n - 1)) ** trials}


def MajorityElement(n=7):
    array = [1 if i % 2 == 0 else 2 + i // 2 % 2 for i in range(n)]

    def cost(index):
        others = [array[i] == array[index] for i in range(n) if i != index]
        for count in range(n):
            equal, different = 1 + sum(others[:count]), count - sum(others[:count])
            if 2 * equal > n or 2 * different >= n:
                return count
        raise AssertionError("undecided")

    good = F(array.count(1), n)
    return {P("right"): F(1), R("comparisons"): F(sum(map(cost, range(n))), n) / good}


def MatchingNutsAndBolts(n=5):
    def cost(n):
        return F(0) if n == 0 else 2 * n - 1 + sum(cost(i) + cost(n - 1 - i) for i in range(n)) / n

    return {P("wrong"): F(0), R("comparisons"): cost(n)}


def MillerRabinPrimalityTest(n=9, trials=2):
    d, s = n - 1, 0
    while d % 2 == 0:
        d, s = d // 2, s + 1
    liars = sum(
        pow(a, d, n) == 1 or any(pow(a, 2**r * d, n) == n - 1 for r in range(s)) for a in range(1, n)
    )
    return {P("wrong"): F(liars, n - 1) ** trials}


def MinHash(hashes=2):
    similarity = F(len({0, 1, 2, 3} & {2, 3, 4}), len({0, 1, 2, 3} | {2, 3, 4}))
    return {P("one"): binomial(hashes, similarity, lambda k: k == 1), R("matches"): hashes * similarity}


def PerfectMatching(bound=8):
    weights = range(1, bound + 1)
    sums = [a + b for a in weights for b in weights]
    return {P("failed"): F(sum(sums.count(s) for s in sums), bound**4)}


def PollardsIntegerFactorization(n=35):
    # The runners meet modulo a prime after a number of steps that depends on the sequence modulo that prime only.
    def meeting(x, c, p):
        sequence = [x % p]
        for _ in range(4 * p):
            sequence.append((sequence[-1] ** 2 + c) % p)
        return next(i for i in range(1, 2 * p) if sequence[i] == sequence[2 * i])

    failed, five = 0, 0
    for x, c in itertools.product(range(n), range(1, n - 2)):
        at5, at7 = meeting(x, c, 5), meeting(x, c, 7)
        failed += at5 == at7
        five += at5 < at7
    return {P("failed"): F(failed, n * (n - 3)), P("five"): F(five, n * (n - 3))}


def PolyasUrn(red=2, black=1, draws=4):
    def rising(x, k):
        return math.prod(range(x, x + k))

    # The beta-binomial distribution: two more reds make four.
    k = 4 - red
    four = F(comb(draws, k) * rising(red, k) * rising(black, draws - k), rising(red + black, draws))
    return {P("four"): four, R("reds"): F(draws * red, red + black)}


def PolynomialIdentities(size=10, trials=2):
    roots = sum((x - 2) * (x - 5) == 0 for x in range(size))
    return {P("wrong"): F(roots, size) ** trials}


def QuadraticResidue(p=17, a=13):
    squares = {x * x % p for x in range(1, p)}
    non_squares = [z for z in range(1, p) if z not in squares]
    s = ((p - 1) & -(p - 1)).bit_length() - 1
    odd = (p - 1) >> s
    eights = 0
    for z in non_squares:
        # The root is a^((odd+1)/2) c^j for c = z^odd and the only j below 2^(s-1) that makes it one.
        c = pow(z, odd, p)
        roots = [pow(a, (odd + 1) // 2, p) * pow(c, j, p) % p for j in range(2 ** (s - 1))]
        (root,) = [r for r in roots if r * r % p == a]
        eights += root == 8
    return {P("eight"): F(eights, len(non_squares)), R("tries"): F(p - 1, len(non_squares))}


def Queens(n=6):
    def place(queens):
        row = len(queens)
        if row == n:
            return F(1)
        safe = [c for c in range(n) if all(c != q and abs(c - q) != row - r for r, q in enumerate(queens))]
        return sum((place(queens + (c,)) for c in safe), F(0)) / len(safe) if safe else F(0)

    return {P("placed"): place(())}


def QuickSelect(n=7, k=3):
    H = harmonic
    knuth = 2 * ((n + 1) * H(n) - (n + 3 - k) * H(n + 1 - k) - (k + 2) * H(k) + n + 3)
    return {P("right"): F(1), R("comparisons"): knuth}


def QuickSort(n=6):
    return {P("wrong"): F(0), R("comparisons"): 2 * (n + 1) * harmonic(n) - 4 * n}


def primes(bound):
    return [n for n in range(2, bound + 1) if all(n % d for d in range(2, n))]


def RabinKarpPatternMatching(bound=31):
    text, pattern = "1101001110100101", "110110"
    assert pattern not in text
    size = len(pattern)
    windows = [int(text[i : i + size], 2) for i in range(len(text) - size + 1)]
    bad = [p for p in primes(bound) if any((w - int(pattern, 2)) % p == 0 for w in windows)]
    return {P("wrong"): F(len(bad), len(primes(bound)))}


def RabinsFingerprint(degree=4):
    def times(f, g):
        return 0 if g == 0 else (f if g & 1 else 0) ^ times(f << 1, g >> 1)

    # Irreducible: no product of two smaller ones. The difference of the words has two factors.
    polynomials = range(2**degree, 2 ** (degree + 1))
    products = {times(f, g) for f in range(2, 2**degree) for g in range(2, 2**degree)}
    irreducible = [f for f in polynomials if f not in products]
    dividing = [f for f in irreducible if any(times(f, g) == 0b11000111 for g in range(2**8))]
    assert times(0b10011, 0b1101) == 0b11000111
    return {P("wrong"): F(len(dividing), len(irreducible)), R("tries"): F(2 ** (degree - 1), len(irreducible))}


def RandomizedBinarySearch(n=10, k=4):
    return {P("wrong"): F(0), R("probes"): harmonic(k) + harmonic(n + 1 - k) - 1}


def RandomizedLoadBalancing(servers=4, jobs=5):
    balanced = sum(
        max(map(choice.count, range(servers))) <= 2 for choice in itertools.product(range(servers), repeat=jobs)
    )
    return {P("balanced"): F(balanced, servers**jobs), R("idle"): servers * F(servers - 1, servers) ** jobs}


def RndomizedPolynomialFactorization(p=7):
    squares = {x * x % p for x in range(1, p)}

    def attempts(roots):
        """Expected attempts to separate a set of roots, which a random shift splits into squares and others."""
        if len(roots) < 2:
            return F(0)
        total, stay = F(1), F(0)
        for a in range(p):
            inside = frozenset(r for r in roots if (r + a) % p in squares)
            if inside and inside != roots:
                total += F(1, p) * (attempts(inside) + attempts(roots - inside))
            else:
                stay += F(1, p)
        return total / (1 - stay)

    return {P("found"): F(1), R("attempts"): attempts(frozenset({1, 3, 4}))}


def RandomizedRouting(dimensions=2, random=4):
    nodes = 2**dimensions

    def phase(starts, goals):
        position, steps = list(starts), 0
        while position != list(goals):
            steps += 1
            used = set()
            for packet in range(nodes):
                wrong = [bit for bit in range(dimensions) if (position[packet] ^ goals[packet]) >> bit & 1]
                if wrong and (position[packet], wrong[0]) not in used:
                    used.add((position[packet], wrong[0]))
                    position[packet] ^= 1 << wrong[0]
        return steps

    fast, total, count = 0, 0, 0
    for middle in itertools.product(range(nodes), repeat=random):
        between = list(middle) + list(range(random, nodes))
        steps = phase(range(nodes), between) + phase(between, [nodes - 1 - v for v in range(nodes)])
        fast += steps <= dimensions + 2
        total += steps
        count += 1
    return {P("fast"): F(fast, count), R("steps"): F(total, count)}


def RandomizedTreap(n=5, key=2):
    return {P("root"): F(1, n), R("visits"): harmonic(key) + harmonic(n + 1 - key) - 1}


def RockPaperScissors():
    return {P("first"): F(1, 2), R("rounds"): F(3, 2)}


def SampleSort(n=6):
    def cost(n):
        if n < 2:
            return F(0)
        total = F(0)
        for i, j in itertools.combinations(range(n), 2):
            # i elements below the lower splitter need one comparison, the others two.
            total += 1 + i + 2 * (n - 2 - i) + cost(i) + cost(j - i - 1) + cost(n - 1 - j)
        return total / comb(n, 2)

    return {P("wrong"): F(0), R("comparisons"): cost(n)}


def SetBalancing(n=7):
    good = sum(
        all(abs(sum(a * x for a, x in zip(row, b))) <= 2 for row in pattern(n))
        for b in itertools.product((-1, 1), repeat=n)
    )
    return {P("balanced"): F(good, 2**n), R("flips"): F(n)}


def SetCover(passes=2):
    sets = [{0, 1, 2}, {2, 3, 4}, {4, 5, 0}, {1, 3, 5}]
    taken = 1 - F(1, 2**passes)
    covered = F(0)
    for bits in itertools.product((0, 1), repeat=len(sets)):
        if len(set().union(*(s for s, bit in zip(sets, bits) if bit))) == 6:
            covered += taken ** sum(bits) * (1 - taken) ** (len(sets) - sum(bits))
    return {P("covered"): covered, R("size"): len(sets) * taken}


def SetIsolation(p=11, threshold=3):
    good = 0
    for a, b in itertools.product(range(p), repeat=2):
        sample = {x for x in range(p) if (a * x + b) % p < threshold}
        good += not sample & {1, 2} and bool(sample & {3, 5, 6, 9})
    return {P("isolated"): F(good, p * p)}


def SkipList(n=4, levels=3):
    comparisons = F(0)
    for heights in itertools.product(range(1, levels + 1), repeat=n):
        weight = math.prod((F(1, 2 ** min(h, levels - 1)) for h in heights), start=F(1))
        # On the way to the last key, from the top level down: the keys before it that are on the level and right of
        # where the way entered it, and the last key itself where it is on the level.
        count, at = 0, 0
        for level in range(max(heights), 0, -1):
            ahead = [key for key in range(at + 1, n) if heights[key - 1] >= level]
            count += len(ahead) + (heights[n - 1] >= level)
            at = ahead[-1] if ahead else at
        comparisons += weight * count
    return {P("flat"): F(1, 2**n), R("comparisons"): comparisons}


def SolovayStrassenPrimalityTest(n=15, trials=2):
    def legendre(a, p):
        return 0 if a % p == 0 else 1 if any(x * x % p == a % p for x in range(1, p)) else -1

    factors = [p for p in primes(n) if n % p == 0]
    assert math.prod(factors) == n

    def jacobi(a):
        return math.prod(legendre(a, p) for p in factors)

    liars = sum(jacobi(a) != 0 and pow(a, (n - 1) // 2, n) == jacobi(a) % n for a in range(1, n))
    return {P("wrong"): F(liars, n - 1) ** trials}


def TwoSatisfiability(flips=8):
    clauses = [(1, 2), (1, -2), (-1, 2), (-2, 3), (-3, 4)]
    alive, done, expected = {frozenset(): F(1)}, F(0), F(0)
    for i in range(flips + 1):
        following = {}
        for true, p in alive.items():
            violated = [c for c in clauses if not any((abs(x) in true) == (x > 0) for x in c)]
            if not violated:
                done += p
            elif i < flips:
                expected += p
                for literal in violated[0]:
                    new = true ^ {abs(literal)}
                    following[new] = following.get(new, 0) + p / 2
        alive = following
    return {P("satisfied"): done, R("flips"): expected}


def UndirectedReachability(steps=20):
    neighbours = [[1, 2], [0, 2], [0, 1, 3], [2, 4], [3]]
    at, expected = {0: F(1)}, F(0)
    for _ in range(steps):
        following = {}
        for vertex, p in at.items():
            expected += p
            for other in neighbours[vertex]:
                following[other] = following.get(other, 0) + p / len(neighbours[vertex])
        following.pop(4, None)
        at = following
    return {P("wrong"): sum(at.values()), R("steps"): expected}


def VLSIRouting(bound=3, copies=1):
    nets = [
        ((0, 0), (1, 1), F(1, 2)),
        ((0, 0), (2, 2), F(1, 4)),
        ((0, 2), (2, 0), F(3, 4)),
        ((1, 0), (2, 1), F(1, 2)),
        ((2, 0), (0, 1), F(1, 2)),
        ((1, 2), (0, 0), F(1, 4)),
    ] * copies

    def line(a, b):
        """The unit edges between two gates in one row or column."""
        (r, c), (s, d) = min(a, b), max(a, b)
        if r == s:
            return [((r, x), (r, x + 1)) for x in range(c, d)]
        return [((x, c), (x + 1, c)) for x in range(r, s)]

    narrow = F(0)
    for bits in itertools.product((True, False), repeat=len(nets)):
        weight, edges = F(1), []
        for (a, b, p), along in zip(nets, bits):
            weight *= p if along else 1 - p
            corner = (a[0], b[1]) if along else (b[0], a[1])
            edges += line(a, corner) + line(corner, b)
        narrow += weight if max(map(edges.count, edges)) <= bound else 0
    return {P("narrow"): narrow}


def expected():
    lines = []
    for path in sorted(PROGRAMS.glob("*.java")):
        for question, value in globals()[path.stem]().items():
            lines.append((path.stem, question, str(value)))
    return lines


def asked():
    lines = []
    for path in sorted(PROGRAMS.glob("*.java")):
        for line in path.read_text().splitlines():
            if line.startswith("//@ ask: "):
                question, value = line[len("//@ ask: ") :].rsplit(" = ", 1)
                lines.append((path.stem, question, value))
    return lines


def main():
    lines = expected()
    if "--check" not in sys.argv:
        for line in lines:
            print("\t".join(line))
        return
    committed = [tuple(line.split("\t")) for line in (HERE / "expected.tsv").read_text().splitlines()]
    wrong = [line for line in asked() if line not in lines]
    wrong += [line for line in lines if line not in asked() or line not in committed]
    for line in wrong:
        print("differs: " + "\t".join(line))
    sys.exit(1 if wrong or sorted(committed) != sorted(lines) else 0)


if __name__ == "__main__":
    main()
