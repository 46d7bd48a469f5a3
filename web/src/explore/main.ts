// `hazard explore`: the space is walked through step by step; every answer comes from the machine itself.

import type { SceneChange, Step } from '../data';
import { color, count, h } from '../dom';
import { Lanes } from '../lanes';
import { SceneView } from '../scene';
import { Timeline } from '../timeline';
import { ask, Restarted, type Asked, type Choice, type Progress, type Start, type State } from './api';
import { Space } from './space';

interface Passed { id: number; from: number; step: Step }

const data = JSON.parse(document.getElementById('data')!.textContent!) as { title: string; questions: string[]; version: string };

class Walk {
  private state!: State;
  private way: Passed[] = [];
  /** What the states of the way look like, each as changes from the one before. */
  private scenes: SceneChange[] = [];
  private skipped = 0;
  private first = 0;
  private readonly pins: number[] = [];
  private readonly sources: Record<string, string> = {};
  private readonly missing = new Set<string>();
  private running = false;
  private under: Promise<void> = Promise.resolve();
  private start!: Start;

  private readonly counts = h('p', { class: 'counts', 'aria-live': 'polite' });
  private readonly trouble = h('p', { class: 'warning', role: 'alert' });
  private readonly title = h('h2', { id: 'here', tabindex: -1 });
  private readonly facts = h('div', { class: 'facts' });
  private readonly choices = h('ol', { class: 'choices', 'aria-label': 'What can happen next' });
  private readonly passed = h('div', { class: 'passed' });
  private readonly seen = h('div', { class: 'seen' });
  private readonly pinned = h('ul', { class: 'pins', 'aria-label': 'Pinned states' });
  private readonly answer = h('div', { class: 'answer', 'aria-live': 'polite' });
  private readonly back = h('button', { type: 'button', click: () => this.goBack() }, '‹ Back');
  private readonly goOn = h('button', { type: 'button', click: () => void this.run() }, 'Go on');
  private readonly formula = h('input', { type: 'text', 'aria-label': 'Question', value: data.questions[0] ?? '', placeholder: 'P=? [ F "end" ]' });
  private readonly keep = h('input', { type: 'checkbox' });
  private readonly space = new Space((id) => void this.jump(id));

  async open(root: HTMLElement): Promise<void> {
    root.replaceChildren(h('header', { class: 'head' }, h('p', { class: 'product' }, 'Hazard explore'), h('h1', {}, data.title), this.counts, this.trouble),
      h('div', { class: 'explorer' }, this.left(), this.right()),
      h('section', { 'aria-label': 'Visited space' }, h('h2', {}, 'Visited space'), this.space.element),
      h('footer', { class: 'quiet' }, `Hazard ${data.version} · digits take a choice, Backspace goes back`));
    document.addEventListener('keydown', (event) => this.key(event));
    await this.begin();
  }

  private async begin(): Promise<void> {
    this.start = await ask<Start>('start');
    this.space.clear();
    [this.way, this.skipped, this.first] = [[], 0, 0];
    this.scenes = [...this.start.state.scenes];
    await this.arrive(this.start.state, this.start.progress);
  }

  private left(): HTMLElement {
    return h('section', { 'aria-labelledby': 'here' }, this.title, this.facts,
      h('div', { class: 'tools' }, this.back,
        h('button', { type: 'button', click: () => void this.jump(0) }, '« First state'),
        h('button', { type: 'button', click: () => this.pin() }, 'Pin'),
        this.jumper()),
      h('h3', { class: 'plain' }, 'What next'), this.choices, this.pinned, h('h3', { class: 'plain' }, 'The way here'), this.passed);
  }

  private jumper(): HTMLElement {
    const input = h('input', { type: 'number', min: 0, class: 'small', 'aria-label': 'State number' });
    return h('form', { class: 'inline', submit: (event: Event) => { event.preventDefault(); if (input.value !== '') void this.jump(Number(input.value)); } },
      input, h('button', { type: 'submit' }, 'Go to state'));
  }

  private right(): HTMLElement {
    const order = h('select', { 'aria-label': 'Order' }, ...[['bfs', 'breadth first'], ['dfs', 'depth first'], ['random', 'at random']].map(([value, name]) => h('option', { value }, name)));
    this.goOn.addEventListener('click', () => { this.order = order.value; }, { capture: true });
    const goal = h('select', { 'aria-label': 'Goal' }, ...[['violation', 'something wrong'], ['line', 'line'], ['label', 'label'], ['end', 'the end']].map(([value, name]) => h('option', { value }, name)));
    const what = h('input', { type: 'text', 'aria-label': 'Line or label', placeholder: 'Main.java:12 or a label' });
    const find = h('form', { class: 'inline', submit: (event: Event) => { event.preventDefault(); void this.find(goal.value, what.value); } },
      h('span', {}, 'Run to'), goal, what, h('button', { type: 'submit' }, 'Run'));
    const question = h('form', { class: 'inline', submit: (event: Event) => { event.preventDefault(); void this.question(); } },
      this.formula, h('button', { type: 'submit' }, 'Ask'), h('label', {}, this.keep, ' keep asking'));
    const formats = h('div', { class: 'tools' }, h('span', {}, 'Export'), ...['tra', 'lab', 'aut', 'dot'].map((format) =>
      h('button', { type: 'button', click: () => void this.save(format) }, `.${format}`)),
      h('button', { type: 'button', class: 'trace', click: () => void this.save('trace') }, 'trace'));
    return h('section', { 'aria-label': 'Search and questions' }, h('h2', {}, 'Search and ask'),
      h('div', { class: 'tools' }, h('span', {}, 'Explore'), order, this.goOn), find, question,
      h('p', { class: 'quiet' }, 'Between quotes: a label, or what the page shows, such as "Main.count >= 2", "main at Main.java:12", "main blocked".'), this.answer, formats, this.seen);
  }

  private order = 'bfs';

  /** Does something with the machine, one thing after the other: what is asked for while something is under way comes next. */
  private attempt(work: () => Promise<void>): Promise<void> {
    this.under = this.under.then(() => this.carryOut(work));
    return this.under;
  }

  /** What is wrong is said, and a space that begins anew is begun anew. */
  private async carryOut(work: () => Promise<void>): Promise<void> {
    this.trouble.textContent = '';
    try {
      await work();
    } catch (error) {
      this.running = false;
      this.trouble.textContent = (error as Error).message;
      if (error instanceof Restarted) await this.begin();
    }
  }

  private take(choice: Choice): Promise<void> {
    return this.attempt(async () => {
      const before = this.state.id;
      const { state, progress } = await ask<{ state: State; progress: Progress }>('step', { id: before, pick: choice.pick });
      this.pass(before, state);
      await this.arrive(state, progress);
    });
  }

  private pass(from: number, state: State): void {
    this.way.push({ id: state.id, from, step: state.step! });
    this.scenes.push(...state.scenes.slice(1, 2));
  }

  private goBack(): void {
    const last = this.way.pop();
    if (last) this.scenes.length = Math.min(this.scenes.length, this.way.length + 1);
    if (last) void this.attempt(() => this.show(last.from));
  }

  /** Goes to a state by the way on which it was reached first. */
  private jump(id: number): Promise<void> {
    return this.attempt(async () => {
      const { way, skipped, scenes } = await ask<{ way: Passed[]; skipped: number; scenes: SceneChange[] }>('way', { id });
      [this.way, this.skipped, this.scenes] = [way, skipped, scenes];
      this.first = way[0]?.from ?? id;
      await this.show(id);
    });
  }

  private async show(id: number): Promise<void> {
    const last = this.way[this.way.length - 1];
    const { state } = await ask<{ state: State }>('state', last ? { id, from: last.from, pick: last.step.pick } : { id });
    await this.arrive(state);
  }

  private pin(): void {
    if (!this.pins.includes(this.state.id)) this.pins.push(this.state.id);
    this.drawPins();
  }

  private drawPins(): void {
    this.pinned.replaceChildren(...this.pins.map((id) => h('li', {},
      h('button', { type: 'button', click: () => void this.jump(id) }, `State ${id}`),
      h('button', { type: 'button', 'aria-label': `Unpin state ${id}`, click: () => { this.pins.splice(this.pins.indexOf(id), 1); this.drawPins(); } }, '×'))));
  }

  private run(): Promise<void> {
    if (this.running) {
      this.running = false;
      return Promise.resolve();
    }
    return this.attempt(async () => {
      this.running = true;
      this.goOn.textContent = 'Stop';
      try {
        let frontier = 1;
        while (this.running && frontier > 0) {
          const { progress } = await ask<{ progress: Progress }>('run', { order: this.order, states: 2000 });
          frontier = progress.frontier;
          this.tell(progress);
          await this.space.update(this.state.id, this.ids());
          if (this.keep.checked) await this.inquire();
        }
      } finally {
        this.running = false;
        this.goOn.textContent = 'Go on';
      }
      await this.show(this.state.id);
    });
  }

  private find(goal: string, what: string): Promise<void> {
    return this.attempt(async () => {
      const { found, progress } = await ask<{ found: { way: [number, number][] | null; looked_at: number }; progress: Progress }>('find', { id: this.state.id, goal, what });
      this.tell(progress);
      if (!found.way) {
        await this.space.update(this.state.id, this.ids());
        throw new Error(`Nothing of the kind among the ${count(found.looked_at, 'state')} that were looked at.`);
      }
      let from = this.state.id;
      for (const [pick, id] of found.way) {
        const { state } = await ask<{ state: State }>('state', { id, from, pick });
        this.pass(from, state);
        from = id;
      }
      await this.show(from);
    });
  }

  private question(): Promise<void> {
    return this.attempt(() => this.inquire());
  }

  private async inquire(): Promise<void> {
    const { asked } = await ask<{ asked: Asked }>('ask', { formula: this.formula.value });
    const { answer } = asked;
    const isNarrow = answer?.lower == null || answer.lower === answer.upper;
    const words = asked.is_truth || isNarrow ? asked.text : `between ${answer!.lower} and ${answer!.upper}, as far as is explored`;
    const states = asked.states.slice(0, 200);
    this.answer.replaceChildren(h('p', {}, h('code', {}, this.formula.value), ' = ', h('b', {}, words)),
      h('p', { class: 'quiet' }, asked.is_truth ? `It is so in ${count(asked.states.length, 'visited state')}${asked.states.length > 0 ? ':' : '.'}` : 'In the visited states:'),
      h('ul', { class: 'pins' }, ...states.map(([id, value]) => h('li', {}, h('button', { type: 'button', click: () => void this.jump(id) }, asked.is_truth ? `${id}` : `${id}: ${Number(value.toPrecision(6))}`)))));
    this.space.mark(asked.is_truth ? asked.states.map(([id]) => id) : []);
  }

  private save(format: string): Promise<void> {
    return this.attempt(async () => {
      const isTrace = format === 'trace';
      const { text } = await ask<{ text: string }>(isTrace ? 'trace' : 'export', isTrace ? { id: this.state.id } : { format });
      const link = h('a', { href: URL.createObjectURL(new Blob([text])), download: isTrace ? `${data.title}-${this.state.id}.json` : `${data.title}.${format}` });
      link.click();
    });
  }

  private ids(): number[] {
    return [this.way[0]?.from ?? this.state.id, ...this.way.map((passed) => passed.id)];
  }

  private tell(progress: Progress): void {
    const wrong = progress.violations.length > 0 ? `, ${count(progress.violations.length, 'violation')}` : '';
    this.counts.textContent = `${count(progress.states, 'state')}, ${count(progress.transitions, 'transition')}, ${progress.frontier.toLocaleString('en-US')} with more to come, progress ${Number(progress.progress.toFixed(6))}${wrong}`;
  }

  private async arrive(state: State, progress?: Progress): Promise<void> {
    this.state = state;
    if (progress) this.tell(progress);
    this.title.textContent = `State ${state.id}`;
    this.back.disabled = this.way.length === 0;
    const words = { open: '', ended: 'the end', deadlocked: 'deadlock', ignored: 'ruled out' }[state.standing];
    this.facts.replaceChildren(
      h('p', { class: 'quiet' }, [`${count(state.depth, 'step')} from the first state`, words, state.labels.length > 0 ? `labels: ${state.labels.join(', ')}` : ''].filter(Boolean).join(' · ')),
      ...state.violations.map((text) => h('p', { class: 'wrong' }, text)));
    this.choices.replaceChildren(...state.choices.map((choice) => this.choice(choice)));
    if (state.choices.length === 0) this.choices.replaceChildren(h('li', { class: 'quiet nothing' }, 'Nothing can happen any more.'));
    await this.look();
    await this.space.update(state.id, this.ids());
  }

  private choice(choice: Choice): HTMLElement {
    const lane = this.timeline().threads.indexOf(choice.thread ?? '');
    const odds = choice.choice === 'random' ? ` ${Number(choice.probability.toPrecision(6))}` : '';
    const where = choice.target === null ? 'not visited yet' : choice.target < 0 ? 'leads nowhere' : `to state ${choice.target}`;
    return h('li', {}, h('button', { type: 'button', class: `step-choice ${lane >= 0 ? color(lane) : ''}`, disabled: choice.target === -1, click: () => void this.take(choice) },
      h('b', {}, choice.thread ?? ''), ' ', h('span', {}, choice.text), odds !== '' && h('b', { class: 'odds' }, odds), ' ',
      h('span', { class: 'quiet' }, [choice.location, where].filter(Boolean).join(' · '))));
  }

  private timeline(): Timeline {
    return new Timeline({ message: '', trace: this.way.map((passed) => passed.step), scenes: this.scenes });
  }

  private async look(): Promise<void> {
    const timeline = this.timeline();
    for (const thread of this.state.scenes.flatMap((scene) => scene.threads ?? [])) {
      for (const { file, library } of thread.frames) {
        if (!file || library || this.sources[file] !== undefined || this.missing.has(file)) continue;
        try {
          this.sources[file] = (await ask<{ text: string }>('source', { file })).text;
        } catch {
          this.missing.add(file);
        }
      }
    }
    if (timeline.rows.length > 0) {
      const lanes = new Lanes(timeline, (row) => void this.backTo(timeline.rows[row].step));
      this.passed.replaceChildren(...(this.skipped > 0 ? [h('p', { class: 'quiet' }, `${count(this.skipped, 'step')} before these`)] : []), lanes.element);
      queueMicrotask(() => lanes.show(timeline.rows.length - 1));
    } else this.passed.replaceChildren(h('p', { class: 'quiet' }, 'This is where it begins.'), ...(this.start.output ? [h('pre', {}, this.start.output)] : []));
    if (this.state.scenes.length > 0) {
      const scene = new SceneView(timeline, this.sources, '');
      scene.show(timeline.rows.length - 1);
      this.seen.replaceChildren(scene.element);
      // The page itself stays where it is.
      const source = scene.element.querySelector<HTMLElement>('.source');
      const line = source?.querySelector<HTMLElement>('.here.mover') ?? source?.querySelector<HTMLElement>('.here');
      if (source && line) source.scrollTop = line.offsetTop - source.offsetTop - source.clientHeight / 2;
    } else {
      const before = this.state.variables;
      this.seen.replaceChildren(before.length > 0 ? h('dl', {}, ...before.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)])) : '');
    }
  }

  /** Goes back to where the way was after `step` steps. */
  private backTo(step: number): Promise<void> {
    if (step >= this.way.length) return Promise.resolve();
    return this.attempt(async () => {
      this.way.length = step;
      this.scenes.length = Math.min(this.scenes.length, step + 1);
      await this.show(this.way[step - 1]?.id ?? this.first);
    });
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Backspace') {
      event.preventDefault();
      this.goBack();
    } else if (/^[1-9]$/.test(event.key)) {
      const choice = this.state.choices[Number(event.key) - 1];
      if (choice && choice.target !== -1) void this.take(choice);
    }
  }
}

void new Walk().open(document.getElementById('page')!);
