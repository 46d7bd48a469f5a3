// The tests of a project: what came of each, and of those that fail how it comes about.

import type { Report, TestEntry } from './data';
import { count, h } from './dom';

const KINDS = ['violated', 'fails', 'unsupported', 'open', 'proved', 'skipped'] as const;
/** Pages stay small: what else fails is in the table. */
const TOLD_MAX = 50;
const STACK_MAX = 12;

export function suite(report: Report): HTMLElement[] {
  const tests = report.tests ?? [];
  const failing = tests.filter(({ verdict }) => verdict === 'violated' || verdict === 'fails');
  const counts = KINDS.map((kind) => [tests.filter((test) => test.verdict === kind).length, kind] as const).filter(([many]) => many > 0);
  const place = (test: TestEntry) => `test-${tests.indexOf(test)}`;
  const rows = tests.map((test) => h('tr', {},
    h('th', { scope: 'row' }, failing.indexOf(test) >= 0 && failing.indexOf(test) < TOLD_MAX ? h('a', { href: `#${place(test)}` }, ...nameOf(test)) : h('span', {}, ...nameOf(test))),
    h('td', { class: `of-test ${test.verdict}` }, test.verdict),
    h('td', { class: 'amount' }, test.schedules ? test.schedules.toLocaleString('en-US') : ''),
    h('td', { class: 'amount' }, test.states ? test.states.toLocaleString('en-US') : ''),
    h('td', { class: 'text' }, test.message ?? '')));
  return [
    h('section', { 'aria-label': 'Tests' }, h('h2', {}, 'Tests'),
      h('p', {}, `${count(tests.length, 'test')}: ${counts.map(([many, kind]) => `${many.toLocaleString('en-US')} ${kind}`).join(', ')}.`),
      h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Table of tests' },
        h('table', { class: 'tests' }, h('thead', {}, h('tr', {}, ...['Test', 'Verdict', 'Schedules', 'States', 'What'].map((text) => h('th', { scope: 'col' }, text)))), h('tbody', {}, ...rows)))),
    ...failing.slice(0, TOLD_MAX).map((test) => story(test, place(test))),
    ...(failing.length > TOLD_MAX ? [h('p', {}, `and ${failing.length - TOLD_MAX} more, in the JSON report`)] : []),
  ];
}

/** Names may be broken after a dot and before the method, not within a word. */
function nameOf(test: TestEntry): (Node | string)[] {
  return `${test.class}#${test.method}`.split(/(?<=\.)|(?=#)/).flatMap((part) => [part, h('wbr')]);
}

function story(test: TestEntry, id: string): HTMLElement {
  const text = (lines: string[], label: string) => h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label }, h('pre', { class: 'told' }, lines.join('\n')));
  const where = [test.thread && `thread ${test.thread}`, test.location].filter(Boolean).join(', ');
  return h('section', { id, 'aria-label': `${test.class}#${test.method}` },
    h('h2', {}, ...nameOf(test)),
    h('p', {}, h('b', { class: `of-test ${test.verdict}` }, test.verdict), ` ${test.message ?? ''}${where ? ` (${where})` : ''}`),
    test.schedule?.length ? text(test.schedule, 'The schedule') : h('p', {}, 'It fails the same way whatever the schedule.'),
    test.details?.length ? stack(test.details, text(test.details, 'Where it fails')) : null,
    test.trace ? h('p', { class: 'command' }, h('code', { tabindex: 0 }, `hazard replay ${test.trace}`)) : null);
}

/** Frameworks of tests stand on the stack with seventy frames of their own: so much is opened by whoever wants it. */
function stack(lines: string[], shown: HTMLElement): HTMLElement {
  return lines.length > STACK_MAX ? h('details', {}, h('summary', {}, `Stack trace, ${count(lines.length, 'line')}`), shown) : shown;
}
