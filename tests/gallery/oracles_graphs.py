"""Graphs and networks: walks, cuts, matchings, colourings, routes, agreement.

One function per program: the values of its questions, by default at its small size.
"""

import itertools
from fractions import Fraction as F
from math import comb

from chains import chain, outcomes, probability
from questions import P, R


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


def HasPerfectMatching(p=5):
    # The determinant is (ad - bc) e: it is zero if e is, or if the 2x2 matrix is singular, which has a formula.
    regular = (p**2 - 1) * (p**2 - p)
    return {P("wrong"): 1 - F(regular, p**4) * F(p - 1, p)}


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


def PerfectMatching(bound=8):
    weights = range(1, bound + 1)
    sums = [a + b for a in weights for b in weights]
    return {P("failed"): F(sum(sums.count(s) for s in sums), bound**4)}


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
