"""Sorting, selecting, searching and placing: permutations, search trees, skip lists, queens.

One function per program: the values of its questions, by default at its small size.
"""

import itertools
import math
from fractions import Fraction as F
from math import comb

from chains import harmonic
from questions import P, R


def FisherYatesShuffle(n=4):
    permutations = list(itertools.permutations(range(n)))
    deranged = sum(all(s[i] != i for i in range(n)) for s in permutations)
    return {P("sorted"): F(1, len(permutations)), P("derangement"): F(deranged, len(permutations))}


def LazySelect(n=5, k=3):
    size = math.ceil(n**0.75)
    low = max(math.floor(k * n**-0.25 - n**0.5), 1)
    high = min(math.ceil(k * n**-0.25 + n**0.5), size)
    good = 0
    for sample in itertools.product(range(1, n + 1), repeat=size):
        ordered = sorted(sample)
        a, b = ordered[low - 1], ordered[high - 1]
        good += a <= k <= b and b - a + 1 <= 4 * size + 2
    # The label names the third smallest of 10, 20, ….
    return {P("right"): F(int(k == 3)), R("rounds"): F(n**size, good)}


def MatchingNutsAndBolts(n=5):
    def cost(n):
        return F(0) if n == 0 else 2 * n - 1 + sum(cost(i) + cost(n - 1 - i) for i in range(n)) / n

    return {P("wrong"): F(0), R("comparisons"): cost(n)}


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
    # The label names the third smallest of 0, 1, ….
    return {P("right"): F(int(k == 3)), R("comparisons"): knuth}


def QuickSort(n=6):
    return {P("wrong"): F(0), R("comparisons"): 2 * (n + 1) * harmonic(n) - 4 * n}


def RandomizedBinarySearch(n=10, k=4):
    return {P("wrong"): F(0), R("probes"): harmonic(k) + harmonic(n + 1 - k) - 1}


def RandomizedTreap(n=5, key=2):
    return {P("root"): F(1, n), R("visits"): harmonic(key) + harmonic(n + 1 - key) - 1}


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
