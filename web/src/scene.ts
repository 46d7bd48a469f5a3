// The program at one moment: source with the current line of every thread, stacks, variables, fields, who waits for whom.

import { color, h, s } from './dom';
import type { Scene, Timeline } from './timeline';
import type { Thread } from './data';

export class SceneView {
  readonly element = h('div', { class: 'scene' });
  private file = '';

  /** `end` is where the trace leads, which threads that have ended by then no longer show. */
  constructor(private readonly timeline: Timeline, private readonly sources: Record<string, string>, private readonly end: string) {}

  show(row: number): void {
    const current = row < 0 ? undefined : this.timeline.rows[row];
    if (!this.timeline.hasScenes) {
      this.element.replaceChildren(current ? h('p', {}, `${current.location} ${current.text}`) : h('p', {}, 'Before the first choice.'));
      return;
    }
    const scene = this.timeline.scene(current?.step ?? 0);
    const mover = current?.thread ?? this.timeline.threads[0];
    this.element.replaceChildren(
      this.source(scene, mover, row === this.timeline.rows.length - 1 ? this.end : current?.location ?? ''),
      h('div', { class: 'state' }, this.waiting(scene), ...[...scene.threads.values()].map((thread) => this.thread(thread, scene, mover)), this.fields(scene)));
    this.bring();
  }

  /** Scrolls the source, and not the page. */
  private bring(): void {
    const box = this.element.querySelector<HTMLElement>('.source');
    const line = box?.querySelector<HTMLElement>('.here.mover');
    if (!box || !line) return;
    const top = line.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop;
    if (top < box.scrollTop + 40 || top + 60 > box.scrollTop + box.clientHeight) box.scrollTop = top - box.clientHeight / 2;
  }

  private lane(name: string): number {
    return this.timeline.threads.indexOf(name);
  }

  private source(scene: Scene, mover: string, place: string): HTMLElement {
    const marks = new Map<string, Map<number, string[]>>();
    const mark = (file: string, line: number, name: string) => {
      const lines = marks.get(file) ?? new Map<number, string[]>();
      lines.set(line, [...(lines.get(line) ?? []), name]);
      marks.set(file, lines);
    };
    for (const thread of scene.threads.values()) {
      const frame = thread.frames.find((frame) => !frame.library);
      if (!frame?.file || frame.line == null || thread.activity === 'ended') continue;
      mark(frame.file, frame.line, thread.name);
    }
    let own = scene.threads.get(mover)?.frames.find((frame) => !frame.library)?.file;
    if (!own) {
      const [name, line] = place.split(':');
      own = Object.keys(this.sources).find((file) => file === name || file.endsWith(`/${name}`));
      if (own && line) mark(own, Number(line), mover);
    }
    const file = own && this.sources[own] !== undefined ? own : this.sources[this.file] !== undefined ? this.file : Object.keys(this.sources)[0];
    if (file === undefined) {
      const frames = [...scene.threads.values()].flatMap((thread) => thread.frames.filter((frame) => !frame.library).slice(0, 1).map((frame) => `${thread.name}: ${frame.method}${frame.line ? `, line ${frame.line}` : ''}`));
      return h('div', { class: 'source' }, h('p', { class: 'quiet' }, 'The source text was not found; these are the methods.'), h('pre', { tabindex: 0 }, frames.join('\n')));
    }
    this.file = file;
    const lines = this.sources[file].split('\n').map((text, index) => {
      const here = marks.get(file)?.get(index + 1) ?? [];
      return h('div', { class: `line${here.length ? ' here' : ''}${here.includes(mover) ? ' mover' : ''}` },
        h('span', { class: 'number' }, String(index + 1)),
        h('span', { class: 'marks' }, ...here.map((name) => h('span', { class: `mark ${color(this.lane(name))}`, title: `${name} is here` }, name))),
        h('code', {}, text || ' '));
    });
    return h('div', { class: 'source', tabindex: 0, role: 'region', 'aria-label': `Source of ${file}` }, h('h3', {}, file), ...lines);
  }

  private thread(thread: Thread, scene: Scene, mover: string): HTMLElement {
    const frames = thread.frames.map((frame, index) => {
      const depth = thread.frames.length - index;
      const place = frame.file ? `${frame.file.split('/').pop()}:${frame.line ?? '?'}` : '';
      const values = (frame.variables ?? []).map(([name, value]) => this.value(name, value, scene.changed.has(`${thread.name}\u0000${depth}.${name}`)));
      return h('li', {}, h('span', { class: 'method' }, frame.method), ' ', h('span', { class: 'quiet' }, place), values.length > 0 && h('dl', {}, ...values.flat()));
    });
    const what = thread.waits || (thread.activity === 'runnable' ? 'can run' : thread.activity);
    return h('details', { class: `thread ${color(this.lane(thread.name))}`, open: thread.activity !== 'ended' },
      h('summary', {}, h('b', {}, thread.name), thread.name === mover && ' (moved)', ' ', h('span', { class: `activity ${thread.activity}` }, what)),
      thread.holds?.length ? h('p', { class: 'holds' }, `holds ${thread.holds.join(', ')}`) : null,
      frames.length > 0 && h('ol', { class: 'stack' }, ...frames));
  }

  private value(name: string, value: string, changed: boolean): HTMLElement[] {
    return [h('dt', { class: changed ? 'changed' : '' }, name), h('dd', { class: changed ? 'changed' : '' }, value, changed && h('span', { class: 'visually-hidden' }, ' (changed)'))];
  }

  private fields(scene: Scene): HTMLElement | null {
    if (scene.fields.size === 0) return null;
    const names = [...scene.fields.keys()].sort((a, b) => Number(scene.changed.has(b)) - Number(scene.changed.has(a)));
    return h('details', { class: 'fields', open: true }, h('summary', {}, h('b', {}, 'Fields')),
      h('dl', {}, ...names.flatMap((name) => this.value(name, scene.fields.get(name)!, scene.changed.has(name)))));
  }

  /** Who waits for whom, on a circle. */
  private waiting(scene: Scene): SVGSVGElement | null {
    const waits = [...scene.threads.values()].filter((thread) => thread.awaits && scene.threads.has(thread.awaits));
    if (waits.length === 0) return null;
    const names = [...new Set(waits.flatMap((thread) => [thread.name, thread.awaits!]))];
    const [width, height, radius] = [320, 60 + Math.min(names.length, 8) * 22, 16];
    const at = names.map((_, index) => {
      const angle = (2 * Math.PI * index) / names.length - Math.PI / 2;
      return [width / 2 + Math.cos(angle) * (width / 2 - 70), height / 2 + Math.sin(angle) * (height / 2 - 30)];
    });
    const lines = waits.map((thread) => {
      const [[x1, y1], [x2, y2]] = [at[names.indexOf(thread.name)], at[names.indexOf(thread.awaits!)]];
      const length = Math.max(1, Math.hypot(x2 - x1, y2 - y1));
      const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
      const [ex, ey] = [x2 - dx * radius, y2 - dy * radius];
      return s('g', { class: 'arrow wait' }, s('line', { x1: x1 + dx * radius, y1: y1 + dy * radius, x2: ex, y2: ey }),
        s('path', { d: `M${ex} ${ey}l${-8 * dx - 4 * dy} ${-8 * dy + 4 * dx}l${8 * dy} ${-8 * dx}z` }));
    });
    const nodes = names.map((name, index) => s('g', { class: `who ${color(this.lane(name))}` },
      s('circle', { cx: at[index][0], cy: at[index][1], r: radius - 4 }),
      s('text', { x: at[index][0], y: at[index][1] + (at[index][1] < height / 2 ? -16 : 26), 'text-anchor': 'middle' }, name)));
    const words = waits.map((thread) => `${thread.name} waits for ${thread.awaits}`).join('; ');
    return s('svg', { class: 'waits', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': words }, ...lines, ...nodes);
  }
}
