// Numbers: answers with their fractions and intervals, distributions as bars, tables of outcomes and tests.

import type { Property, Report } from './data';
import { h } from './dom';
import { suite } from './suite';

export function answers(report: Report): HTMLElement[] {
  const sections: HTMLElement[] = [];
  if (report.properties?.length) {
    sections.push(h('section', { 'aria-label': 'Answers' }, h('h2', {}, 'Answers'),
      h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': 'Table of answers' },
        withoutEmpty(h('table', {},
          h('thead', {}, h('tr', {}, ...['Question', 'Answer', 'Exactly', 'Within'].map((text) => h('th', { scope: 'col' }, text)))),
          h('tbody', {}, ...report.properties.map(row)))))));
  }
  for (const { reward, values, without_end } of report.distributions ?? []) {
    const top = Math.max(...values.map((entry) => entry.probability), 1e-300);
    sections.push(h('section', { 'aria-label': `Distribution of ${reward}` }, h('h2', {}, `How “${reward}” is distributed`),
      h('table', { class: 'bars' },
        h('thead', {}, h('tr', {}, ...['Value', 'Probability', 'Exactly'].map((text) => h('th', { scope: 'col' }, text)))),
        h('tbody', {}, ...values.map((entry) => h('tr', {}, h('th', { scope: 'row' }, String(entry.value)),
          h('td', {}, bar(entry.probability / top, entry.probability)), h('td', {}, entry.exact))))),
      without_end !== undefined && h('p', {}, `The program does not end with probability ${without_end}.`)));
  }
  for (const { method, values, mean, mean_exact, without } of report.results ?? []) {
    const odds = values.map((entry) => entry.probability ?? entry.share ?? 0);
    const top = Math.max(...odds, 1e-300);
    sections.push(h('section', { 'aria-label': `Law of ${method}` }, h('h2', {}, `What ${method} returns`),
      h('table', { class: 'bars' },
        h('thead', {}, h('tr', {}, ...['Value', 'Probability', 'Exactly'].map((text) => h('th', { scope: 'col' }, text)))),
        h('tbody', {}, ...values.map((entry, at) => h('tr', {}, h('th', { scope: 'row' }, entry.value ?? entry.label ?? ''),
          h('td', {}, bar(odds[at] / top, odds[at])), h('td', {}, entry.exact ?? (entry.upper !== undefined ? `up to ${entry.upper}` : '')))))),
      mean != null && h('p', {}, `The mean is ${mean}${mean_exact && mean_exact !== String(mean) ? ` (${mean_exact})` : ''}.`),
      without !== undefined && h('p', {}, `It does not return with probability ${without}.`)));
  }
  if (report.outcomes) {
    sections.push(table('Outcomes', ['Result', 'Ending', 'Probability', 'Expected'],
      report.outcomes.map((entry) => [entry.result.trim() || '(nothing is printed)', ends(entry.ending), entry.probability == null ? '' : String(entry.probability), entry.expectation ?? ''])));
  }
  if (report.tests) sections.push(...suite(report));
  if (report.operations?.length) sections.push(table('Operations', ['Operation'], report.operations.map((operation) => [operation])));
  for (const { title, source, performed, tables, charts, reading } of report.experiments ?? []) {
    sections.push(h('section', { 'aria-label': title }, h('h2', {}, title), h('p', {}, source), h('p', { class: 'quiet' }, performed),
      ...tables.map((entry) => table(entry.title, entry.columns, entry.rows, 'h3')),
      ...charts.map((chart) => h('figure', {}, h('img', { src: `data:image/svg+xml,${encodeURIComponent(chart.svg)}`, alt: chart.title }), h('figcaption', { class: 'quiet' }, chart.title))),
      ...reading.split('\n\n').filter((text) => text.trim() !== '').map((text) => h('p', {}, text))));
  }
  if (report.inputs?.length) sections.push(table('Inputs that lead there', ['Input', 'Value'], report.inputs));
  return sections;
}

/** How a run ended. */
function ends(ending: string | null | undefined): string {
  return !ending || ending === 'end' ? 'normal' : ending;
}

function table(title: string, heads: string[], rows: string[][], level: 'h2' | 'h3' = 'h2'): HTMLElement {
  return h('section', { 'aria-label': title }, h(level, {}, title),
    h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `Table: ${title}` },
      withoutEmpty(h('table', {}, h('thead', {}, h('tr', {}, ...heads.map((text) => h('th', { scope: 'col' }, text)))),
        h('tbody', {}, ...rows.map((cells) => h('tr', {}, ...cells.map((text) => h('td', { class: 'text' }, text)))))))));
}

/** A column that says nothing in any row is left out. */
function withoutEmpty(table: HTMLTableElement): HTMLTableElement {
  const rows = [...table.tBodies[0].rows];
  for (let column = table.tHead!.rows[0].cells.length - 1; column > 0; column--) {
    if (rows.length > 0 && rows.every((row) => row.cells[column].textContent === '')) {
      for (const row of [table.tHead!.rows[0], ...rows]) row.deleteCell(column);
    }
  }
  return table;
}

function row(property: Property): HTMLElement {
  const { lower, upper } = property;
  const value = property.holds === true ? 'true' : property.holds === false ? 'false'
    : property.value != null ? String(property.value) : lower != null ? `between ${lower} and ${upper}` : 'unknown';
  const within = typeof lower === 'number' && typeof upper === 'number' && lower < upper ? `[${lower}, ${upper}]` : '';
  const isShare = property.formula.startsWith('P') && typeof property.value === 'number';
  return h('tr', {},
    h('th', { scope: 'row' }, h('code', {}, property.name ? `"${property.name}": ${property.formula}` : property.formula)),
    h('td', { class: property.holds === false ? 'false' : '' }, isShare ? bar(property.value as number, property.value as number) : value),
    h('td', {}, property.exact ?? ''), h('td', {}, within));
}

/** A bar with its number; what it measures is the number, so that the bar itself is silent. */
function bar(share: number, value: number): HTMLElement {
  return h('span', { class: 'bar' }, h('span', { class: 'fill', 'aria-hidden': 'true', style: `width:${Math.max(0, Math.min(1, share)) * 100}%` }), h('span', { class: 'number' }, String(value)));
}
