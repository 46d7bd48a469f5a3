// A trace as rows of lanes, and the scene after any row, put together from what each step changed.

import type { Frame, SceneChange, Step, Thread, Violation } from './data';

/** One line of the schedule: a choice, or a switch that nobody decides. */
export interface Row {
  /** The step it belongs to, from 1; the scene after it has this number. */
  step: number;
  thread: string;
  location: string;
  text: string;
  choice: Step['choice'] | 'forced';
  probability: number;
  of: number;
  output: string;
}

export interface Scene {
  threads: Map<string, Thread>;
  fields: Map<string, string>;
  /** What the last step changed. */
  changed: Set<string>;
}

const CHECKPOINT = 256;

export class Timeline {
  readonly rows: Row[] = [];
  readonly threads: string[] = [];
  readonly locks: string[] = [];
  /** All places are lines of one file, which need not be named each time. */
  readonly hasOneFile: boolean;
  private readonly changes: SceneChange[];
  private readonly checkpoints: Scene[] = [];

  constructor(violation: Violation) {
    this.changes = violation.scenes ?? [];
    const names = new Set<string>();
    for (const thread of this.changes[0]?.threads ?? []) names.add(thread.name);
    violation.trace.forEach((step, index) => {
      const base = { step: index + 1, choice: step.choice, probability: step.probability, of: step.of };
      const forced = step.forced ?? [];
      const output = forced.length === 0 ? step.output ?? '' : '';
      const text = step.text || step.action || '';
      this.rows.push({ ...base, thread: step.thread ?? '', location: step.location ?? '', text, output });
      forced.forEach((move, place) => {
        const last = place === forced.length - 1;
        this.rows.push({
          ...base, choice: 'forced', probability: 1, thread: move.thread ?? '', location: move.location ?? '',
          text: move.text, output: last ? step.output ?? '' : '',
        });
      });
    });
    for (const row of this.rows) names.add(row.thread);
    for (const change of this.changes) {
      for (const thread of change.threads ?? []) {
        names.add(thread.name);
        for (const lock of thread.holds ?? []) if (!this.locks.includes(lock)) this.locks.push(lock);
      }
    }
    // Threads that do nothing in the trace, and have nothing that others want, need no lane.
    const busy = new Set(this.rows.map((row) => row.thread));
    for (const change of this.changes) {
      for (const thread of change.threads ?? []) {
        if (thread.holds?.length) busy.add(thread.name);
        if (thread.awaits) busy.add(thread.awaits);
      }
    }
    this.threads.push(...[...names].filter((name) => busy.has(name)));
    const files = new Set(this.rows.map((row) => row.location.replace(/:\d+$/, '')).filter((file) => file !== ''));
    this.hasOneFile = files.size === 1;
  }

  get hasScenes(): boolean {
    return this.changes.length > 0;
  }

  get steps(): number {
    return this.rows.length === 0 ? 0 : this.rows[this.rows.length - 1].step;
  }

  /** The scene after `step` steps. */
  scene(step: number): Scene {
    const last = Math.min(step, this.changes.length - 1);
    const from = Math.floor(last / CHECKPOINT);
    for (let at = this.checkpoints.length; at <= from; at++) {
      const before = at === 0 ? empty() : this.checkpoints[at - 1];
      const first = at === 0 ? 0 : (at - 1) * CHECKPOINT + 1;
      this.checkpoints.push(this.advance(before, first, at * CHECKPOINT));
    }
    return this.advance(this.checkpoints[from] ?? empty(), from * CHECKPOINT + 1, last);
  }

  private advance(before: Scene, first: number, last: number): Scene {
    const scene: Scene = { threads: new Map(before.threads), fields: new Map(before.fields), changed: before.changed };
    for (let at = first; at <= last; at++) {
      const change = this.changes[at];
      if (!change) break;
      scene.changed = new Set();
      for (const thread of change.threads ?? []) {
        const old = variables(scene.threads.get(thread.name)?.frames);
        for (const [name, value] of variables(thread.frames)) {
          if (old.get(name) !== value) scene.changed.add(`${thread.name}\u0000${name}`);
        }
        scene.threads.set(thread.name, thread);
      }
      for (const name of change.gone ?? []) scene.threads.delete(name);
      for (const [name, value] of Object.entries(change.fields ?? {})) {
        if (value === null) scene.fields.delete(name);
        else scene.fields.set(name, value);
        scene.changed.add(name);
      }
    }
    return scene;
  }
}

function empty(): Scene {
  return { threads: new Map(), fields: new Map(), changed: new Set() };
}

/** Variables by the depth of their frame from the outside, and name. */
export function variables(frames: Frame[] | undefined): Map<string, string> {
  const found = new Map<string, string>();
  (frames ?? []).forEach((frame, index) => {
    const depth = frames!.length - index;
    for (const [name, value] of frame.variables ?? []) found.set(`${depth}.${name}`, value);
  });
  return found;
}
