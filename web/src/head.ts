// The verdict and what it rests on, in a sentence; counts; the command to repeat it.

import type { Page, Report } from './data';
import { count, h } from './dom';

export function head(page: Page): HTMLElement {
  const { report } = page;
  const verdict = report.verdict ?? 'done';
  const assumptions = (report.assumptions ?? []).map((entry) => (typeof entry === 'string' ? entry : entry.sentence));
  return h('header', { class: `head ${verdict}` },
    h('p', { class: 'product' }, 'Hazard report'),
    h('h1', {}, page.title),
    h('p', { class: 'verdict', role: 'status' }, h('strong', { class: 'badge' }, verdict), ' ', sentence(page)),
    assumptions.length > 0 && h('section', { class: 'assumptions', 'aria-label': 'What the verdict rests on' },
      h('p', {}, 'This rests on:'), h('ul', {}, ...assumptions.map((text) => h('li', {}, text)))),
    ...(Array.isArray(report.unsupported) ? report.unsupported : []).map((text) => h('p', { class: 'warning' }, text)),
    ...(report.warnings ?? []).map((text) => h('p', { class: 'warning' }, text)),
    h('p', { class: 'counts' }, counts(report)),
    page.command !== '' && command(page.command),
  );
}

function sentence(page: Page): string {
  const { report } = page;
  const first = report.violations?.[0];
  switch (report.verdict) {
    case 'violated':
      if (first) return `${first.message}${place(first.message, first.location)}`;
      return page.topic === 'outcomes' ? 'There is an outcome that should not be.' : page.topic === 'operations' ? 'No order of the calls explains their results.' : page.topic === 'tests' ? 'A test can fail.' : 'A property is false.';
    case 'holds':
      return page.topic === 'model' || page.topic === 'inputs' ? 'Every question is answered.' : page.topic === 'outcomes' ? 'These are all outcomes there are.' : page.topic === 'operations' ? `Every schedule of ${count(report.scenarios ?? 0, 'scenario')} is explained by an order of its calls.` : page.topic === 'tests' ? 'Every test passes, whatever the schedule.' : 'Everything was explored, and nothing is wrong.';
    case 'inconclusive': {
      if (page.topic === 'tests') return 'No test fails, but not every one was explored to its end.';
      if (report.runs !== undefined) return `Nothing went wrong in ${count(report.runs, 'run')}; intervals hold with confidence ${report.confidence}.`;
      const limits = report.limits_hit ?? [];
      return limits.length > 0 ? `Stopped by ${limits.join(', ')}; nothing is wrong so far.` : 'The search ended before everything was explored; nothing is wrong so far.';
    }
    default:
      return page.topic === 'experiments' ? 'Published experiments, performed again.' : '';
  }
}

function place(message: string, location?: string | null): string {
  return location && !message.includes(location) ? `, at ${location}` : '';
}

function counts(report: Report): string {
  const parts: string[] = [];
  if (report.scenarios !== undefined) parts.push(count(report.scenarios, 'scenario'));
  if (report.states !== undefined) parts.push(count(report.states, 'state'));
  if (report.transitions !== undefined) parts.push(count(report.transitions, 'transition'));
  if (report.max_depth !== undefined) parts.push(`depth ${report.max_depth.toLocaleString('en-US')}`);
  if (report.time_ms !== undefined) parts.push(report.time_ms < 1000 ? `${Math.round(report.time_ms)} ms` : `${(report.time_ms / 1000).toFixed(1)} s`);
  if (report.peak_bytes) parts.push(`${(report.peak_bytes / 1e6).toFixed(1)} MB`);
  if (report.progress !== undefined && report.progress < 1 && report.verdict === 'inconclusive') parts.push(`progress ${report.progress}`);
  if (report.search) parts.push(`search ${report.search}`);
  return parts.join(' · ');
}

function command(text: string): HTMLElement {
  const done = h('span', { 'aria-live': 'polite', class: 'quiet' });
  const copy = () => navigator.clipboard?.writeText(text).then(() => { done.textContent = 'copied'; }, () => { done.textContent = 'select the text to copy it'; });
  return h('p', { class: 'command' }, h('code', { tabindex: 0 }, text), h('button', { type: 'button', click: copy }, 'Copy'), done);
}
