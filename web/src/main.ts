// A report as a page: the verdict, the answers, each violation as a schedule that can be walked, the state space.

import { answers } from './answers';
import { load, type Page, type Violation } from './data';
import { count, h } from './dom';
import { graph } from './graph';
import { head } from './head';
import { Lanes } from './lanes';
import { SceneView } from './scene';
import { Timeline } from './timeline';

const TOLD_MAX = 20;

function story(violation: Violation, page: Page, number: number): HTMLElement {
  const timeline = new Timeline(violation);
  const several = (page.report.violations?.length ?? 0) > 1;
  const title = violation.kind === 'result' ? `How outcome ${number + 1} comes about${violation.message.trim() ? `: ${violation.message.trim().slice(0, 60)}` : ''}` : several ? `${number + 1}. ${violation.kind ?? 'found'}: ${violation.message}` : 'How it comes about';
  const section = h('section', { class: 'story', 'aria-label': title }, h('h2', {}, title));
  if (violation.details?.length) section.append(h('ul', { class: 'details' }, ...violation.details.map((line) => h('li', {}, line))));
  if (violation.scenario) section.append(h('p', {}, 'These calls return what no order of them explains:'), h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Calls' }, h('pre', { class: 'scenario' }, violation.scenario)));
  if (timeline.rows.length === 0) {
    section.append(h('p', {}, 'It happens before the first choice: the same way every time.'));
    return section;
  }
  const odds = violation.probability !== undefined && violation.probability < 1 ? `, with probability ${violation.probability}` : '';
  section.append(h('p', { class: 'quiet' }, `${count(violation.trace.length, 'choice')} lead there${odds}. Use the slider or the arrow keys to walk through them.`));
  const last = timeline.rows.length;
  const place = h('output', { class: 'place' });
  const slider = h('input', { type: 'range', min: 0, max: last, value: last, 'aria-label': 'Step', input: () => show(Number(slider.value) - 1) });
  const lanes = new Lanes(timeline, (row) => show(row));
  const scene = new SceneView(timeline, page.sources ?? {}, violation.location ?? '');
  const show = (row: number) => {
    slider.value = String(row + 1);
    place.textContent = row < 0 ? 'before the first choice' : `move ${row + 1} of ${last}`;
    slider.setAttribute('aria-valuetext', row < 0 ? 'before the first choice' : `${timeline.rows[row].thread}: ${timeline.rows[row].text}`);
    lanes.show(row);
    scene.show(row);
  };
  const move = (by: number) => () => show(Math.max(-1, Math.min(last - 1, Number(slider.value) - 1 + by)));
  section.append(
    h('div', { class: 'walk' },
      h('button', { type: 'button', click: () => show(-1), 'aria-label': 'First' }, '«'), h('button', { type: 'button', click: move(-1), 'aria-label': 'Back' }, '‹'),
      slider, h('button', { type: 'button', click: move(1), 'aria-label': 'Forward' }, '›'), h('button', { type: 'button', click: () => show(last - 1), 'aria-label': 'Last' }, '»'), place),
    h('div', { class: 'stage' }, lanes.element, scene.element));
  queueMicrotask(() => show(last - 1));
  return section;
}

function draw(page: Page): void {
  const root = document.getElementById('page')!;
  const { report } = page;
  const violations = report.violations ?? [];
  root.replaceChildren(head(page), ...answers(report), ...violations.slice(0, TOLD_MAX).map((violation, number) => story(violation, page, number)));
  if (violations.length > TOLD_MAX) root.append(h('p', {}, `and ${violations.length - TOLD_MAX} more, in the JSON report`));
  const outcomes = (report.outcomes ?? []).filter((outcome) => outcome.trace?.length);
  outcomes.slice(0, TOLD_MAX).forEach((outcome, at) => root.append(story({ kind: 'result', message: outcome.result.trim() || `nothing is printed${!outcome.ending || outcome.ending === 'end' ? '' : `, ends by ${outcome.ending}`}`, trace: outcome.trace! }, page, at)));
  const { picture } = report;
  if (picture) root.append(graph(picture, violations[0]));
  root.append(h('footer', { class: 'quiet' }, `Hazard ${report.version ?? ''} · the data of this page is the JSON report`));
}

draw(load());
