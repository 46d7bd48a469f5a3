"""Numbers, polynomials and matrices: tests of primes and identities, factors, roots, witnesses.

One function per program: the values of its questions, by default at its small size.
"""

import itertools
import math
from fractions import Fraction as F

from questions import P, R


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


def FermatPrimalityTest(n=15, trials=2):
    liars = sum(pow(a, n - 1, n) == 1 for a in range(1, n))
    return {P("wrong"): F(liars, n - 1) ** trials}


def FreivaldsTechnique(n=3, trials=2):
    # A trial passes exactly if the first and the last bit of the vector are equal.
    passing = F(1, 2)
    return {P("wrong"): passing**trials, R("flips"): n * sum(passing**i for i in range(trials))}


def primitive_roots(p):
    return [a for a in range(1, p) if len({pow(a, i, p) for i in range(p - 1)}) == p - 1]


def GroupGenerator(p=11):
    roots = primitive_roots(p)
    return {P("seven"): F(int(7 in roots), len(roots)), R("tries"): F(p - 1, len(roots))}


def LucasPrimalityTest(n=11, trials=3):
    return {P("wrong"): (1 - F(len(primitive_roots(n)), n - 1)) ** trials}


def MillerRabinPrimalityTest(n=9, trials=2):
    d, s = n - 1, 0
    while d % 2 == 0:
        d, s = d // 2, s + 1
    liars = sum(
        pow(a, d, n) == 1 or any(pow(a, 2**r * d, n) == n - 1 for r in range(s)) for a in range(1, n)
    )
    return {P("wrong"): F(liars, n - 1) ** trials}


def PollardsIntegerFactorization(n=35):
    # The runners meet modulo a prime after a number of steps that depends on the sequence modulo that prime only.
    def meeting(x, c, p):
        sequence = [x % p]
        for _ in range(4 * p):
            sequence.append((sequence[-1] ** 2 + c) % p)
        return next(i for i in range(1, 2 * p) if sequence[i] == sequence[2 * i])

    small, large = [p for p in primes(n) if n % p == 0]
    failed, smaller = 0, 0
    for x, c in itertools.product(range(n), range(1, n - 2)):
        at_small, at_large = meeting(x, c, small), meeting(x, c, large)
        failed += at_small == at_large
        smaller += at_small < at_large
    return {P("failed"): F(failed, n * (n - 3)), P("smaller"): F(smaller, n * (n - 3))}


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


def SolovayStrassenPrimalityTest(n=15, trials=2):
    def legendre(a, p):
        return 0 if a % p == 0 else 1 if any(x * x % p == a % p for x in range(1, p)) else -1

    factors = [p for p in primes(n) if n % p == 0]
    assert math.prod(factors) == n

    def jacobi(a):
        return math.prod(legendre(a, p) for p in factors)

    liars = sum(jacobi(a) != 0 and pow(a, (n - 1) // 2, n) == jacobi(a) % n for a in range(1, n))
    return {P("wrong"): F(liars, n - 1) ** trials}
