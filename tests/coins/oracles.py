#!/usr/bin/env python3
"""The values that the questions of the coin programs must have, from closed forms or brute force, not from Hazard.

    oracles.py            prints `Name<TAB>question<TAB>value` for every question
    oracles.py --check    compares with expected.tsv and with the `//@ ask:` lines of the programs
"""

import functools
import itertools
import math
import pathlib
import sys
from fractions import Fraction as F
from math import comb

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "gallery"))

import questions
from chains import binomial, chain, harmonic, outcomes
from oracles_graphs import connected
from questions import P, R


def FairDie():
    return {**{P(face): F(1, 6) for face in ("one", "two", "three", "four", "five", "six")}, R("flips"): F(11, 3)}


def FairCoinFromBiased(p=F(1, 5)):
    return {P("heads"): F(1, 2), R("flips"): 2 / (p * (1 - p))}


def FisherYatesFour():
    return {P(rank): F(1, 24) for rank in ("first", "tenth", "last")}


def QuicksortComparisons(n=10):
    return {P("wrong"): F(0), R("comparisons"): 2 * (n + 1) * harmonic(n) - 4 * n}


def RandomGraphConnected(n=5, p=F(3, 5)):
    return {P("connected"): connected(n, p)}


def CouponCollector(n=5):
    return {R("draws"): n * harmonic(n)}


def GamblersRuin(start=3, target=7, p=F(2, 5)):
    ratio = (1 - p) / p
    win = (1 - ratio**start) / (1 - ratio**target)
    # Wald: the expected change of money is the drift times the expected number of rounds.
    return {P("ruin"): 1 - win, R("rounds"): (win * target - start) / (2 * p - 1)}


def PolyaUniform(draws=6):
    return {P("four"): F(1, draws + 1)}


def TreapDepth(n=5, k=3):
    return {R("depth"): harmonic(k) + harmonic(n + 1 - k) - 2}


def CycleWalk(n=6):
    return {P("opposite"): F(1, n - 1), P("neighbour"): F(1, n - 1), R("steps"): F(n * (n - 1), 2)}


def ReservoirSampling(n=6, k=2):
    return {P("firstTwo"): F(1, comb(n, k)), P("lastTwo"): F(1, comb(n, k))}


def BallotProblem(a=5, b=3):
    return {P("ahead"): F(a - b, a + b)}


def KargerRing(n=5):
    def contract(edges, groups):
        if groups == 2:
            return F(int(len(edges) == 2))
        total = F(0)
        for v, w in edges:
            merged = [(v if x == w else x, v if y == w else y) for x, y in edges]
            total += contract([e for e in merged if e[0] != e[1]], groups - 1)
        return total / len(edges)

    return {P("two"): contract([(v, (v + 1) % n) for v in range(n)] + [(0, 2)], n)}


def ZeroProbability():
    return {P("never"): F(0), P("often"): F(3, 4)}


def Craps():
    ways = {s: 6 - abs(s - 7) for s in range(2, 13)}
    points = (4, 5, 6, 8, 9, 10)
    win = F(ways[7] + ways[11], 36) + sum(F(ways[s], 36) * F(ways[s], ways[s] + 6) for s in points)
    return {P("win"): win, R("rolls"): 1 + sum(F(ways[s], 36) * F(36, ways[s] + 6) for s in points)}


def PenneysGame():
    def step(seen):
        if seen[-3:] in ("HHH", "THH"):
            return None
        return {(seen + side)[-3:]: F(1, 2) for side in "HT"}

    second = chain("", step, value=lambda seen: seen == "THH")
    return {P("second"): second, R("flips"): chain("", step, reward=lambda seen: 1)}


def FirstHeadEven():
    # q = 1/4 + q/4
    return {P("even"): F(1, 3), R("flips"): F(2)}


def EhrenfestUrns(n=4):
    def step(k):
        return {k - 1: F(k, n), k + 1: F(n - k, n)} if k else None

    return {R("moves"): chain(n, lambda k: step(k) and {j: p for j, p in step(k).items() if p}, reward=lambda k: 1)}


def GaltonBoard(rows=8):
    return {P("middle"): F(comb(rows, rows // 2), 2**rows), R("flips"): F(rows)}


def BanachMatchboxes(n=4):
    def left(k):
        return F(comb(2 * n - k, n), 2 ** (2 * n - k))

    return {P("none"): left(0), P("two"): left(2)}


def TennisDeuce(p=F(3, 5)):
    decided = p**2 + (1 - p) ** 2
    return {P("win"): p**2 / decided, R("points"): 2 / decided}


def HitSeven(target=7):
    hit = [F(1)]
    for n in range(1, target + 1):
        hit.append(sum(hit[max(n - 6, 0) : n]) / 6)
    return {P("hit"): hit[target]}


def CaughtException():
    return {P("thrown"): 1 - F(3, 4) ** 2, P("survived"): F(1)}


def SkipListHeight(n=5, levels=4):
    assert levels > 3
    return {P("three"): (1 - F(1, 8)) ** n - (1 - F(1, 4)) ** n}


def Weather():
    following = [[F(6, 10), F(3, 10), F(1, 10), F(0)], [F(2, 10), F(5, 10), F(2, 10), F(1, 10)]]

    def step(day):
        return {d: p for d, p in enumerate(following[day]) if p} if day < 2 else None

    return {
        P("rainFirst"): chain(0, step, value=lambda day: day == 2),
        R("days"): chain(0, step, reward=lambda day: 1),
    }


def RussianRoulette():
    return {P("first"): F(6, 11), R("shots"): F(6)}


def QuickselectMedian(n=9, k=5):
    H = harmonic
    knuth = 2 * ((n + 1) * H(n) - (n + 3 - k) * H(n + 1 - k) - (k + 2) * H(k) + n + 3)
    return {P("wrong"): F(0), R("comparisons"): knuth}


def BirthdayCollision(days=20, people=5):
    return {P("collision"): 1 - math.prod((F(days - i, days) for i in range(people)), start=F(1))}


def MontyHall():
    return {P("stay"): F(1, 3), P("switch"): F(2, 3)}


def MatchingHats(n=5):
    none = sum(F((-1) ** k, math.factorial(k)) for k in range(n + 1))
    return {P("none"): none, R("matches"): F(1)}


def BallsIntoBins(balls=5, bins=4):
    def share(wanted):
        count = 0
        for throws in itertools.product(range(bins), repeat=balls):
            count += max(map(throws.count, range(bins))) == wanted
        return F(count, bins**balls)

    return {P("two"): share(2), P("five"): share(5)}


def TwoChoices(balls=4, bins=4):
    def throw(run):
        load = [0] * bins
        for _ in range(balls):
            pair = [run.uniform(bins), run.uniform(bins)]
            load[min(pair, key=lambda bin: load[bin])] += 1
        return max(load)

    distribution = outcomes(throw)
    return {P("one"): distribution[1], P("two"): distribution[2]}


def SecretaryProblem(n=6, r=2):
    return {P("best"): F(r, n) * (harmonic(n - 1) - harmonic(r - 1))}


def MathRandomDice():
    return {P("seven"): F(1, 6), P("twelve"): F(1, 36)}


def MathRandomShuffle(n=4):
    same = 0
    for draws in itertools.product(range(n), repeat=n):
        # The product of the transpositions, applied to each place.
        where = list(range(n))
        for i, j in enumerate(draws):
            where = [j if x == i else i if x == j else x for x in where]
        same += where == list(range(n))
    return {P("sorted"): F(same, n**n)}


def MathRandomWalk(n=3):
    return {P("top"): F(1, 2), R("steps"): F(n * n)}


def SecurePin(digits=2):
    return {P("guessed"): F(1, 10**digits)}


def SecureCoins(n=6):
    runs = sum("11" in "".join(flips) for flips in itertools.product("01", repeat=n))
    return {P("run"): F(runs, 2**n)}


def SplittableDuel():
    # Both are uniform from 0 to 7.
    return {P("tie"): F(1, 8), P("first"): F(28, 64)}


def SplittableRange():
    positive = sum(a * b > 0 for a in range(-2, 3) for b in range(-2, 2))
    return {P("positive"): F(positive, 20)}


def ThreadLocalBoolean(n=3):
    return {R("flips"): F(2 ** (n + 1) - 2)}


def BigIntegerPrime(bits=6):
    primes = [n for n in range(2, 2**bits) if all(n % d for d in range(2, n))]
    return {P("prime"): F(len(primes), 2**bits)}


def StreamOfInts(dice=3):
    ten = sum(sum(roll) == 10 for roll in itertools.product(range(1, 7), repeat=dice))
    return {P("ten"): F(ten, 6**dice)}


def NextIntRange():
    coprime = sum(math.gcd(a, b) == 1 for a in range(1, 13) for b in range(1, 13))
    return {P("coprime"): F(coprime, 144)}


def SeededStays():
    # java.util.Random specifies its generator: 48 bits, the high 31 of which modulo 10 are nextInt(10).
    seed = (42 ^ 0x5DEECE66D) & (2**48 - 1)
    seed = (seed * 0x5DEECE66D + 0xB) & (2**48 - 1)
    return {P("certain"): F(int((seed >> 17) % 10 == 0)), P("coin"): F(1, 2)}


def ShuffledDeck(n=5):
    return {P("adjacent"): F(2, n)}


def PrisonersAndBoxes(n=5):
    # Permutations with cycles of length at most two are involutions; the identity has none of length two.
    involutions = [1, 1]
    for m in range(2, n + 1):
        involutions.append(involutions[-1] + (m - 1) * involutions[-2])
    return {P("free"): F(involutions[n] - 1, math.factorial(n)), P("one"): F(1, n)}


def LeftToRightMaxima(n=5):
    return {R("records"): harmonic(n), R("inversions"): F(n * (n - 1), 4)}


def SnakesAndLadders():
    def land(field):
        return {3: 8, 10: 2}.get(field, field)

    def step(state):
        field, bitten = state
        if field == 12:
            return None
        result = {}
        for roll in range(1, 7):
            to = field + roll if field + roll <= 12 else field
            key = (land(to), bitten or to == 10)
            result[key] = result.get(key, 0) + F(1, 6)
        return result

    return {
        R("rolls"): chain((0, False), step, reward=lambda state: 1),
        P("bitten"): chain((0, False), step, value=lambda state: state[1]),
    }


def RandomizedResponse(yes=3, no=2):
    # Yes is answered with 3/4 where it is true, with 1/4 where it is not.
    two = F(0)
    for k in range(3):
        two += binomial(yes, F(3, 4), lambda n: n == k) * binomial(no, F(1, 4), lambda n: n == 2 - k)
    return {P("two"): two}


def CouponsMathRandom(coupons=4, draws=6):
    all_seen = sum((-1) ** j * comb(coupons, j) * (coupons - j) ** draws for j in range(coupons + 1))
    return {P("all"): F(all_seen, coupons**draws)}


def BinaryTreeHeight(n=5):
    def at_most(n, height):
        """The probability that a random search tree has at most the height."""
        if n == 0:
            return F(1)
        if height == 0:
            return F(0)
        return sum(at_most(i, height - 1) * at_most(n - 1 - i, height - 1) for i in range(n)) / n

    return {P("three"): at_most(n, 3) - at_most(n, 2), P("five"): at_most(n, 5) - at_most(n, 4)}


def NextIntOne():
    # The sum of two numbers, each uniform modulo 4, is uniform modulo 4.
    return {P("zero"): F(1, 4), P("three"): F(1, 4)}


def LoadedRandom():
    # For a bound that is no power of two nextInt is the bits modulo the bound: 5 mod 3.
    return {P("loaded"): F(int(5 % 3 == 2)), P("fair"): F(1, 3)}


def SetSeedStays():
    return {P("equal"): F(1), P("coin"): F(1, 7)}


def LinkedShuffle(n=4):
    return {P("reversed"): F(1, math.factorial(n))}


def MathRandomRange(lo=5, hi=9):
    return {P("eight"): F(1, hi - lo + 1), P("prime"): F(2, hi - lo + 1)}


def TwoGenerators():
    return {P("same"): sum(F(1, 12) for a, b, c in itertools.product((0, 1), (0, 1), (0, 1, 2)) if a == b == c)}


def SplittableStream():
    return {P("two"): F(comb(3, 2), 8)}


def AppendixC():
    # x = 3/4 (1/2 x + 1/2 0) + 1/4 (3/4 0 + 1/4)
    x = F(1, 16) / (1 - F(3, 8))
    return {P("end"): x, P("left"): x}


def SingleChoices():
    return {P("end"): F(1, 2)}


def RecordWalk(steps=4):
    return {P("home"): F(comb(steps, steps // 2), 2**steps) ** 2}


def PartitionedStream():
    return {P("one"): 3 * F(1, 4) * F(3, 4) ** 2}


def ShuffledPalindrome():
    words = list(itertools.permutations("abba"))
    return {P("palindrome"): F(sum(word == word[::-1] for word in words), len(words))}


def CoprimeBits():
    return {P("coprime"): F(sum(math.gcd(a, b) == 1 for a in range(8) for b in range(8)), 64)}


def FieldKinds():
    three = F(1, 8)
    return {
        P("b"): F(1, 2),
        P("l"): 3 * three,
        P("c"): three,
        P("s"): three,
        P("3__FieldKinds_heads"): three,
        'P=? [ F ("end" & "1__FieldKinds_heads") ]': 3 * three,
    }


def LocalKinds():
    walks = [list(itertools.accumulate(steps)) for steps in itertools.product((1, -1), repeat=4)]
    return {
        P("top"): F(sum(4 in walk for walk in walks), 16),
        P("low"): F(sum(-2 in walk for walk in walks), 16),
        P("up"): F(sum(walk != [-1, -2, -3, -4] for walk in walks), 16),
    }


def TemporalDraws():
    draws = list(itertools.product((1, 2, 3), repeat=3))

    def share(holds):
        return F(sum(map(holds, draws)), len(draws))

    def later(seen, i):
        return 2 in seen[i + 1 :]

    return {
        'P=? [ F ("one" & (F "two")) ]': share(lambda seen: any(d == 1 and later(seen, i) for i, d in enumerate(seen))),
        'P=? [ (F "one") & (F "two") & (F "three") ]': share(lambda seen: len(set(seen)) == 3),
        'P=? [ (!"two") W "one" ]': share(lambda seen: next((d for d in seen if d != 3), 1) == 1),
        'P=? [ G ("one" => (F "two")) ]': share(lambda seen: all(d != 1 or later(seen, i) for i, d in enumerate(seen))),
    }


def OptimalStopping():
    return {'Pmax=? [ F "six" ]': 1 - F(5, 6) ** 3, 'Pmin=? [ F "six" ]': F(1, 6) ** 3}


def SeenByThreads():
    guessed = {f'P{which}=? [ F "guessed" ]': F(1, 4) for which in ("max", "min")}
    return {**guessed, 'Pmax=? [ F "seen" ]': F(1), 'Pmin=? [ F "seen" ]': F(0)}


def schedules(shared, threads, programs, holds):
    """The greatest and the least probability that the end satisfies `holds`, over all schedulers that see everything. A thread is
    a place in its program and its own variables; a place is a function to (probability, shared, next place, own)."""

    @functools.cache
    def value(shared, threads):
        found = []
        for i, (place, own) in enumerate(threads):
            if place is not None:
                steps = programs[i][place](shared, own)
                after = [(p, value(s, (*threads[:i], (at, mine), *threads[i + 1 :]))) for p, s, at, mine in steps]
                found.append([sum(p * both[side] for p, both in after) for side in (0, 1)])
        if not found:
            return (F(holds(shared)),) * 2
        return max(most for most, _ in found), min(least for _, least in found)

    return value(shared, threads)


def both(question, most, least):
    return {f"Pmax=? [ {question} ]": F(most), f"Pmin=? [ {question} ]": F(least)}


def CoinBeforeLock():
    return both('F "one"', 1 - F(1, 4), F(1, 4))


def CoinInsideLock():
    return both('F "one"', F(1, 2), F(1, 2))


def CoinAgainstConstant():
    return both('F "one"', 1, F(1, 2))


def JudgeOfTwoCoins():
    return {**both('F "odd"', 1 - F(1, 4), 0), **both('F "both"', F(1, 4), 0)}


def AdversarialRuin():
    def rich(p):
        ratio = (1 - p) / p
        return (1 - ratio) / (1 - ratio**3)

    def bets(low, high):
        # With 1 coin one plays where `low` is the chance to win, with 2 coins where `high` is.
        return (1 + low) / (1 - low * (1 - high))

    tables = F(1, 3), F(2, 3)
    policies = [bets(low, high) for low in tables for high in tables]
    rewards = {f'R{{"bets"}}{name}=? [ F "end" ]': pick(policies) for name, pick in (("max", max), ("min", min))}
    return {**both('F "rich"', rich(tables[1]), rich(tables[0])), **rewards}


def FairGame():
    return both('F "rich"', F(2, 4), F(2, 4))


def FirstHeadStops():
    # At worst both throw until they have a head of their own, at best one never has to.
    return {'R{"throws"}max=? [ F "end" ]': F(4), 'R{"throws"}min=? [ F "end" ]': F(2)}


def OrderByLot():
    return both('F "deadlock"', F(1, 2), 0)


def NotifyByLot():
    return both('F "deadlock"', 1, F(1, 2))


def WalkOfTwo():
    def look(counter, own):
        return [(1, counter, None if own[0] == 2 or abs(counter) > 1 else 1, own)]

    def throw(counter, own):
        return [(F(1, 2), counter, 2, (own[0], step)) for step in (1, -1)]

    def add(counter, own):
        return [(1, counter + own[1], 0, (own[0] + 1, 0))]

    return both('F "up"', *schedules(0, ((0, (0, 0)),) * 2, ((look, throw, add),) * 2, lambda counter: counter > 1))


def LotteryForALock():
    head = F(3, 4)
    return {**both('F "first"', head, (1 - head) * head), **both('F "nobody"', (1 - head) ** 2, (1 - head) ** 2)}


def SlotsTwice():
    return both('F "collided"', F(1, 2) * F(1, 4), F(1, 2) * F(1, 4))


def PhilosophersLetGo():
    """Shared: whether each fork is taken, and whether each has eaten. Own: attempts made, and the fork drawn."""

    def changed(shared, *changes):
        shared = list(shared)
        for place, value in changes:
            shared[place] = value
        return tuple(shared)

    def program(name):
        def draw(shared, own):
            if own[0] == 2 or shared[2 + name]:
                return [(1, shared, None, own)]
            return [(F(1, 2), shared, 1, (own[0], fork)) for fork in (0, 1)]

        def take(shared, own):
            if shared[own[1]]:
                return [(1, shared, 0, (own[0] + 1, 0))]
            return [(1, changed(shared, (own[1], True)), 2, own)]

        def take_other(shared, own):
            if shared[1 - own[1]]:
                return [(1, shared, 4, own)]
            return [(1, changed(shared, (1 - own[1], True), (2 + name, True)), 3, own)]

        def put_other(shared, own):
            return [(1, changed(shared, (1 - own[1], False)), 4, own)]

        def put(shared, own):
            return [(1, changed(shared, (own[1], False)), 0, (own[0] + 1, 0))]

        return draw, take, take_other, put_other, put

    start, threads = (False,) * 4, ((0, (0, 0)),) * 2
    most, least = schedules(start, threads, (program(0), program(1)), lambda end: not end[2] and not end[3])
    return {**both('F "hungry"', most, least), 'Pmin=? [ F "eaten" ]': 1 - most, 'Pmax=? [ G !"eaten" ]': most}


def BothPhases(red=F(1, 2), green=F(1, 4)):
    return {
        **both('!"green" U "red"', red, (1 - green) * red),
        **both('(F "red") & (F "green")', red * green, red * green),
        'Pmax=? [ G !"red" ]': 1 - red,
        **both('F ("red" & !"green")', red, (1 - green) * red),
        'Pmax=? [ F P>=0.5 [ F "green" ] ]': green,
    }


def GuessBeforeThrow():
    return both('F "won"', 1, 0)


def MathRandomThreshold():
    return {P("seldom"): F("0.25"), P("middle"): F("0.7") - F("0.3")}


def NextDouble():
    return {P("three"): F("0.3") ** 3, P("six"): F(1, 6), P("low"): F(20, 100), P("kept"): F(1, 2) ** 3}


def NextGaussian():
    return {P("negative"): F(1, 2), P("tall"): 0.5 * math.erfc(2 / math.sqrt(2))}


def DrawsInOrder():
    normal = 0.5 * math.erfc(-1 / math.sqrt(2))
    orders = list(itertools.permutations(range(4)))
    records = sum(sum(order[i] == max(order[: i + 1]) for i in range(4)) == 2 for order in orders)
    half = F(1, 2)
    return {
        'P=? [ F ("end" & "records") ]': F(records, 24),
        P("median"): 3 * F("0.3") ** 2 - 2 * F("0.3") ** 3,
        # The one search tree in eight shapes of four keys that is a path: 2^3 orders of insertion of 4!.
        P("path"): F(2**3, 24),
        # The integral of (1 - y^2)/2, over what the second may be.
        P("partly"): (half - half**3 / 3) / 2,
        # The integral of density times distribution function from one on.
        P("tall"): (1 - normal**2) / 2,
        P("sorted"): F(1, 24),
    }


def WholeInts():
    # Of the ints from 0 to 2^31 - 1 these end in 7 or have the residue 2 modulo 3; those below zero likewise.
    sevens = len(range(7, 2**31, 10)) + len(range(7, 2**31, 10))
    twos = len(range(2, 2**31, 3)) + len(range(1, 2**31 + 1, 3))
    return {
        P("even"): F(1, 2),
        P("negative"): F(1, 2),
        P("seven"): F(sevens, 2**32),
        P("three"): F(1, 4),
        P("heads"): F(1, 2),
        P("last"): F(twos, 2**32),
    }


def WholeIntKept():
    return {P("odd"): F(1, 2), P("both"): F(1, 2) * F(1, 4)}


def WholeIntsInOrder():
    return {
        P("path"): F(2**3, 24),
        P("inside"): F(2**27, 2**32),
        P("larger"): F(1, 2) * F(3, 4),
        P("three"): F(2, 2**32),
        P("even"): F(1, 4),
        P("local"): F(1, 3),
        P("count"): F(1, 8),
        P("first"): F(1, 3),
    }


if __name__ == "__main__":
    questions.main(HERE, globals(), HERE / "expected.tsv")
