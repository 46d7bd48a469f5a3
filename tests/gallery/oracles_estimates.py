"""Estimators, hashing and sampling: counters, darts, permanents, fingerprints, loads, covers, urns.

One function per program: the values of its questions, by default at its small size.
"""

import itertools
import math
from fractions import Fraction as F
from math import comb

from chains import binomial
from questions import P, R


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


def FairBaisedCoin(p=F(7, 10)):
    return {P("heads"): F(1, 2), R("flips"): 1 / (p * (1 - p))}


def HasMajorityElement(trials=3):
    return {P("wrong"): F(5, 11) ** trials}


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


def KnuthYaoDie(rolls=1):
    return {P("six"): 1 - F(5, 6) ** rolls, R("flips"): rolls * F(11, 3)}


def pattern(n):
    return [[0 if (i * j + i + j) % 3 == 0 else 1 for j in range(n)] for i in range(n)]


def LatticeApproximation(n=5):
    p = [F(1 + i % 3, 4) for i in range(n)]
    good = F(0)
    for q in itertools.product((0, 1), repeat=n):
        if all(abs(sum(a * (x - y) for a, x, y in zip(row, p, q))) <= 1 for row in pattern(n)):
            good += math.prod((x if y else 1 - x for x, y in zip(p, q)), start=F(1))
    return {P("good"): good}


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


def MinHash(hashes=2):
    similarity = F(len({0, 1, 2, 3} & {2, 3, 4}), len({0, 1, 2, 3} | {2, 3, 4}))
    return {P("one"): binomial(hashes, similarity, lambda k: k == 1), R("matches"): hashes * similarity}


def PolyasUrn(red=2, black=1, draws=4):
    def rising(x, k):
        return math.prod(range(x, x + k))

    # The beta-binomial distribution: two more reds make four.
    k = 4 - red
    four = F(comb(draws, k) * rising(red, k) * rising(black, draws - k), rising(red + black, draws))
    return {P("four"): four, R("reds"): F(draws * red, red + black)}


def RandomizedLoadBalancing(servers=4, jobs=5):
    balanced = sum(
        max(map(choice.count, range(servers))) <= 2 for choice in itertools.product(range(servers), repeat=jobs)
    )
    return {P("balanced"): F(balanced, servers**jobs), R("idle"): servers * F(servers - 1, servers) ** jobs}


def RockPaperScissors(games=1):
    return {P("first"): 1 - F(1, 2) ** games, R("rounds"): games * F(3, 2)}


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
