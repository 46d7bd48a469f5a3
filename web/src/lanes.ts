// The schedule as swim lanes: one column per thread, time downwards. Rows have one height, and only those in sight are drawn,
// so that ten thousand steps slide as well as ten.

import { color, h, s } from './dom';
import type { Row, Timeline } from './timeline';

const ROW = 78;
const SPARE = 8;
const NARROWEST = 170;
const WIDEST = 420;
const PRINTED_MAX = 1000;
/** So many moves of one thread in a row are folded, all but the first and the last. */
const RUN = 5;

type Line = { row: Row; index: number } | { folded: number; from: number; row: Row; index: number };

/** Boxes are small: classes without their packages and the classes they are in, `an Object` for `a java.lang.Object`. */
function brief(text: string): string {
  return text.replace(/(\ban? )?\b(?:(?:[a-z]\w*\.)+(?:[A-Z]\w*\$)*|(?:[A-Z]\w*\$)+)(?=[A-Z]\w*)([A-Z])/g, (_, article, first) =>
    `${article === undefined ? '' : /[AEIOU]/.test(first) ? 'an ' : 'a '}${first}`);
}

export class Lanes {
  readonly element: HTMLElement;
  private readonly box: HTMLElement;
  private readonly space: HTMLElement;
  private lines: Line[] = [];
  private readonly opened = new Set<number>();
  private selected = -1;
  private column = NARROWEST;
  private readonly heads: HTMLElement;
  private printing = false;

  constructor(private readonly timeline: Timeline, private readonly select: (row: number) => void) {
    const heads = timeline.threads.map((name, at) => h('div', { class: `lane-head ${color(at)}`, title: name }, name || 'steps'));
    this.heads = h('div', { class: 'lane-heads', role: 'presentation' }, ...heads);
    this.space = h('div', { class: 'lane-space' });
    this.box = h('div', { class: 'lane-box', role: 'listbox', tabindex: 0, 'aria-label': 'The schedule, one column per thread, time downwards', scroll: () => this.draw(), keydown: (event: KeyboardEvent) => this.key(event) },
      this.heads, this.space);
    const legend = timeline.locks.map((lock, at) => h('li', {}, h('span', { class: `lock l${at % 6}` }), lock));
    this.element = h('div', { class: 'lanes' }, this.box,
      h('ul', { class: 'legend', 'aria-label': 'Signs' },
        ...legend,
        ...(timeline.hasScenes && timeline.threads.length > 1 ? [
          h('li', {}, h('span', { class: 'sign wait' }, '⇢'), 'waits for'),
          h('li', {}, h('span', { class: 'sign wake' }, '→'), 'lets go on')] : [])));
    this.fold();
    this.spread();
    new ResizeObserver(() => { this.spread(); this.draw(); }).observe(this.box);
    // Paper has no scroll bar.
    addEventListener('beforeprint', () => { this.printing = true; this.draw(); });
    addEventListener('afterprint', () => { this.printing = false; this.draw(); });
  }

  /** Threads share the width, as far as their steps can be read then. */
  private spread(): void {
    const count = Math.max(1, this.timeline.threads.length);
    this.column = Math.max(NARROWEST, Math.min(WIDEST, Math.floor(this.box.clientWidth / count)));
    for (const head of this.heads.children) (head as HTMLElement).style.width = `${this.column}px`;
    this.heads.style.width = this.space.style.width = `${this.column * count}px`;
  }

  show(row: number): void {
    this.selected = row;
    const at = this.lineOf(row);
    const top = at * ROW;
    const head = 32;
    if (top < this.box.scrollTop) this.box.scrollTop = Math.max(0, top - ROW);
    else if (top + ROW > this.box.scrollTop + this.box.clientHeight - head) this.box.scrollTop = top + 2 * ROW - this.box.clientHeight + head;
    this.draw();
  }

  private lineOf(row: number): number {
    const at = this.lines.findIndex((line) => ('folded' in line ? row >= line.from && row < line.from + line.folded : line.index === row));
    return Math.max(0, at);
  }

  private fold(): void {
    const { rows } = this.timeline;
    this.lines = [];
    let at = 0;
    while (at < rows.length) {
      let end = at + 1;
      const plain = (row: Row) => row.choice === 'schedule' && row.output === '';
      while (end < rows.length && rows[end].thread === rows[at].thread && plain(rows[end])) end++;
      const run = end - at;
      if (run > RUN && !this.opened.has(at)) {
        this.lines.push({ row: rows[at], index: at });
        this.lines.push({ folded: run - 2, from: at + 1, row: rows[at + 1], index: at });
        this.lines.push({ row: rows[end - 1], index: end - 1 });
      } else {
        for (let one = at; one < end; one++) this.lines.push({ row: rows[one], index: one });
      }
      at = end;
    }
    this.space.style.height = `${this.lines.length * ROW + 8}px`;
  }

  private draw(): void {
    const first = Math.max(0, Math.floor(this.box.scrollTop / ROW) - SPARE);
    const last = Math.min(this.lines.length, Math.ceil((this.box.scrollTop + this.box.clientHeight) / ROW) + SPARE);
    if (this.printing) {
      this.space.replaceChildren(...this.lines.slice(0, PRINTED_MAX).map((_, at) => this.line(at)));
      return;
    }
    const drawn: HTMLElement[] = [];
    for (let at = first; at < last; at++) drawn.push(this.line(at));
    this.space.replaceChildren(...drawn);
  }

  private line(at: number): HTMLElement {
    const line = this.lines[at];
    const { row } = line;
    const lane = this.timeline.threads.indexOf(row.thread);
    const style = `top:${at * ROW}px;height:${ROW}px`;
    if ('folded' in line) {
      const open = () => { this.opened.add(line.index); this.fold(); this.draw(); };
      return h('div', { class: 'lane-row', role: 'option', style, click: open, 'aria-selected': 'false', 'aria-label': `${line.folded} more steps of ${row.thread}; opens when chosen` },
        h('div', { class: 'fold', style: `left:${lane * this.column + 12}px;width:${this.column - 24}px` }, `⋯ ${line.folded} more steps`));
    }
    const chosen = line.index === this.selected;
    const odds = row.choice === 'random' ? ` ${row.probability}` : row.choice === 'data' ? ` one of ${row.of}` : '';
    const printed = row.output === '' ? '' : ` prints ${row.output.trim()}`;
    const box = h('div', { class: `step ${color(lane)} ${row.choice}`, style: `left:${lane * this.column + 10}px;width:${this.column - 18}px`, title: `${row.location}\n${row.text}${printed}` },
      h('span', { class: 'where' }, this.timeline.hasOneFile ? row.location.replace(/^.*:(\d+)$/, 'line $1') : row.location || row.thread, odds !== '' && h('b', { class: 'odds' }, odds)),
      h('span', { class: 'what' }, brief(row.text)),
      row.output !== '' && h('span', { class: 'printed', 'aria-hidden': 'true' }, '✎'));
    return h('div', {
      class: `lane-row${chosen ? ' chosen' : ''}`, role: 'option', style, 'data-row': line.index, 'aria-selected': String(chosen),
      'aria-label': `Step ${row.step}, ${row.thread}, ${row.location}: ${row.text}${odds}${printed}`, click: () => this.select(line.index),
    }, ...this.bars(row), box, this.arrows(row, lane));
  }

  /** What each thread holds after the step, and who cannot go on. */
  private bars(row: Row): HTMLElement[] {
    if (!this.timeline.hasScenes) return [];
    const scene = this.timeline.scene(row.step);
    const found: HTMLElement[] = [];
    this.timeline.threads.forEach((name, lane) => {
      const thread = scene.threads.get(name);
      const activity = thread?.activity ?? 'none';
      if (activity !== 'runnable') found.push(h('div', { class: `idle ${activity}`, style: `left:${lane * this.column}px;width:${this.column}px` }));
      (thread?.holds ?? []).forEach((lock, place) => {
        const kind = this.timeline.locks.indexOf(lock) % 6;
        found.push(h('div', { class: `lock-bar l${kind}`, style: `left:${lane * this.column + 1 + place * 4}px`, title: `holds ${lock}` }));
      });
    });
    return found;
  }

  private arrows(row: Row, lane: number): SVGSVGElement | null {
    if (!this.timeline.hasScenes) return null;
    const [before, after] = [this.timeline.scene(row.step - 1), this.timeline.scene(row.step)];
    const arrow = (from: number, to: number, kind: string, y: number, text: string) => {
      const sign = to > from ? 1 : -1;
      const [x1, x2] = [from * this.column + this.column / 2 + (sign * (this.column - 18)) / 2, to * this.column + this.column / 2 - (sign * (this.column - 60)) / 2];
      return s('g', { class: `arrow ${kind}` }, s('title', {}, text),
        s('line', { x1, y1: y, x2, y2: y }), s('path', { d: `M${x2} ${y}l${-6 * sign} -4v8z` }));
    };
    const found: SVGElement[] = [];
    for (const [name, thread] of after.threads) {
      const to = this.timeline.threads.indexOf(name);
      const was = before.threads.get(name);
      if (name === row.thread && thread.awaits && thread.awaits !== name && was?.awaits !== thread.awaits) {
        found.push(arrow(lane, this.timeline.threads.indexOf(thread.awaits), 'wait', ROW - 7, `${name} waits for ${thread.awaits}`));
      } else if (name !== row.thread && was && (was.activity === 'blocked' || was.activity === 'waiting') && thread.activity === 'runnable') {
        found.push(arrow(lane, to, 'wake', 9, `${row.thread} lets ${name} go on`));
      }
    }
    if (found.length === 0) return null;
    return s('svg', { class: 'arrows', width: this.column * this.timeline.threads.length, height: ROW, 'aria-hidden': 'true' }, ...found);
  }

  private key(event: KeyboardEvent): void {
    const moves: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    const last = this.timeline.rows.length - 1;
    this.select(Math.max(0, Math.min(last, (this.selected < 0 ? 0 : this.selected) + move)));
  }
}
