// The state space as a drawing that can be moved, searched and asked; where it is too large, what its parts are.

import dagre from '@dagrejs/dagre';
import type { Edge, Picture, Violation } from './data';
import { color, count, h, s } from './dom';
import { Sheet } from './sheet';

const RADIUS = 15;
/** How wide a letter is at most, of names on edges and of labels beside states. */
const LETTER = 5.4;
const NAME_MAX = 18;
/** Beyond so many transitions, threads are colours instead of names. */
const NAMED_MAX = 45;

export function graph(picture: Picture, violation: Violation | undefined): HTMLElement {
  const { parts } = picture;
  const largest = parts.largest.filter((size) => size > 1);
  const words = `${count(picture.states, 'state')}, ${count(picture.transitions, 'transition')}, ${count(parts.count, 'strongly connected part')}`
    + `, ${parts.final_parts} of them never left once entered`
    + (largest.length > 0 ? `; the largest have ${largest.slice(0, 5).map((size) => size.toLocaleString('en-US')).join(', ')} states.` : '; nothing is ever visited twice.');
  const section = h('section', { 'aria-label': 'State space' }, h('h2', {}, 'State space'), h('p', {}, words));
  const added = (picture.nodes?.length ?? 0) - picture.states;
  if (added > 0) section.append(h('p', { class: 'quiet' }, `The drawing has ${count(added, 'state')} more: the way that is told was looked for afterwards.`));
  if (picture.nodes?.length) section.append(drawing(picture, violation));
  else if (largest.length > 0) section.append(h('p', { class: 'quiet' }, 'It is too large to be drawn.'));
  return section;
}

function drawing(picture: Picture, violation: Violation | undefined): HTMLElement {
  const nodes = picture.nodes!;
  const edges = merged(picture.edges ?? []);
  const threads = [...new Set(edges.flatMap((edge) => edge.thread ?? []))].sort();
  const isNamed = edges.length <= NAMED_MAX;
  const nameOf = (edge: Edge) => cut(edge.probability < 1 ? short(edge.probability) : isNamed ? edge.thread ?? edge.text ?? '' : edge.thread ? '' : edge.text ?? '', isNamed ? NAME_MAX : NAME_MAX / 2);
  const layout = new dagre.graphlib.Graph({ multigraph: true });
  layout.setGraph({ rankdir: 'TB', nodesep: isNamed ? 26 : 16, edgesep: isNamed ? 20 : 6, ranksep: 44, marginx: 20, marginy: 20 });
  layout.setDefaultEdgeLabel(() => ({}));
  nodes.forEach((node, at) => layout.setNode(String(at), { width: 2 * RADIUS + (node.labels?.length ? 2 * (6 + LETTER * node.labels.join(' ').length) : 0), height: 2 * RADIUS }));
  edges.forEach((edge, at) => layout.setEdge(String(edge.from), String(edge.to), { width: nameOf(edge) === '' ? 0 : 8 + LETTER * nameOf(edge).length, height: nameOf(edge) === '' ? 0 : 12, labelpos: 'c' }, String(at)));
  dagre.layout(layout);
  const { width = 100, height = 100 } = layout.graph();
  const onPath = path(edges, violation);
  const details = h('p', { class: 'asked', 'aria-live': 'polite' }, 'Click a state or a transition to see what it is.');
  const drawn = s('g');
  edges.forEach((edge, at) => {
    const { points, x, y } = layout.edge({ v: String(edge.from), w: String(edge.to), name: String(at) });
    // The layout leaves room for labels; lines begin and end at the circles all the same.
    points[0] = rim(layout.node(String(edge.from)), points[1]);
    points[points.length - 1] = rim(layout.node(String(edge.to)), points[points.length - 2]);
    const line = points.map(({ x, y }: { x: number; y: number }, place: number) => `${place === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
    const [before, end] = points.slice(-2);
    const angle = (Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI;
    const words = `${edge.from} → ${edge.to}: ${[edge.thread, edge.location, edge.text, edge.probability < 1 ? `probability ${edge.probability}` : ''].filter(Boolean).join(', ')}`;
    drawn.append(s('g', { class: `edge ${edge.choice}${isNamed || !edge.thread ? '' : ` of-thread ${color(threads.indexOf(edge.thread))}`}${onPath.has(at) ? ' on-path' : ''}`, click: () => { details.textContent = words; } },
      s('title', {}, words), s('path', { d: line }), s('path', { class: 'tip', d: 'M0 0l-8 -3.5v7z', transform: `translate(${end.x.toFixed(1)} ${end.y.toFixed(1)}) rotate(${angle.toFixed(1)})` }),
      s('text', { x: x ?? points[0].x, y: (y ?? points[0].y) + 3, 'text-anchor': 'middle' }, nameOf(edge))));
  });
  const circles = nodes.map((node, at) => {
    const { x, y } = layout.node(String(at));
    const words = `State ${at}${node.labels?.length ? `, labelled ${node.labels.join(', ')}` : ''}${node.standing === 'open' ? '' : `, ${node.standing}`}${node.text ? `: ${node.text}` : ''}`;
    const group = s('g', { class: `node ${node.standing}${at === 0 ? ' first' : ''}`, 'data-state': at, 'data-words': words.toLowerCase(), click: () => { details.textContent = words; } },
      s('title', {}, words), s('circle', { cx: x, cy: y, r: RADIUS }), s('text', { x, y: y + 4, 'text-anchor': 'middle' }, String(at)),
      node.labels?.length ? s('text', { class: 'label', x: x + RADIUS + 3, y: y + 4 }, node.labels.join(' ')) : null);
    drawn.append(group);
    return group;
  });
  const svg = s('svg', { class: 'graph', role: 'img', 'aria-label': `Drawing of ${nodes.length} states` }, drawn);
  const places = nodes.map((node, at) => ({ ...layout.node(String(at)), kind: node.standing }));
  const sheet = new Sheet(svg, { width, height }, places[0], places);
  const find = (event: Event) => {
    const wanted = (event.target as HTMLInputElement).value.trim().toLowerCase();
    const found = circles.map((circle) => wanted !== '' && (wanted === circle.dataset.state || (!/^\d+$/.test(wanted) && circle.dataset.words!.includes(wanted))));
    circles.forEach((circle, at) => circle.classList.toggle('found', found[at]));
    const first = found.indexOf(true);
    if (first >= 0) sheet.bring(places[first]);
  };
  return h('div', { class: 'drawing' }, h('div', { class: 'tools' }, h('label', {}, 'Find a state ', h('input', { type: 'search', input: find })), ...sheet.buttons), sheet.element,
    !isNamed && threads.length > 0 && h('ul', { class: 'legend', 'aria-label': 'Whose steps' }, ...threads.map((name, at) => h('li', {}, h('span', { class: `sign ${color(at)} of-thread`, 'aria-hidden': 'true' }, '→'), name))), details);
}

function cut(name: string, length: number): string {
  return name.length > length ? `${name.slice(0, length - 1)}…` : name;
}

/** A coin's ways to the same state are one way. */
function merged(edges: Edge[]): (Edge & { picks: number[] })[] {
  const found = new Map<string, Edge & { picks: number[] }>();
  for (const edge of edges) {
    const key = edge.choice === 'random' ? `${edge.from} ${edge.to} ${edge.row}` : `${edge.from} pick ${edge.pick}`;
    const same = found.get(key);
    if (!same) found.set(key, { ...edge, picks: [edge.pick] });
    else {
      same.probability += edge.probability;
      same.picks.push(edge.pick);
      if (same.text !== edge.text) same.text = `${same.picks.length} ways`;
    }
  }
  return [...found.values()];
}

/** Where the way from a circle's centre to a point leaves the circle. */
function rim(centre: { x: number; y: number }, towards: { x: number; y: number }): { x: number; y: number } {
  const length = Math.hypot(towards.x - centre.x, towards.y - centre.y) || 1;
  return { x: centre.x + ((towards.x - centre.x) / length) * RADIUS, y: centre.y + ((towards.y - centre.y) / length) * RADIUS };
}

function short(probability: number): string {
  return String(Number(probability.toPrecision(4)));
}

/** The edges that the violation's trace takes. */
function path(edges: (Edge & { picks: number[] })[], violation: Violation | undefined): Set<number> {
  const found = new Set<number>();
  let at = 0;
  for (const step of violation?.trace ?? []) {
    const next = edges.findIndex((edge) => edge.from === at && edge.picks.includes(step.pick));
    if (next < 0) break;
    found.add(next);
    at = edges[next].to;
  }
  return found;
}
