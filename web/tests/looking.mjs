// What every page must be: quiet, no wider than its window, without overlaps, accessible.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export function ensure(condition, sentence) {
  if (!condition) throw new Error(sentence);
}

/** Opens a page and does with it what `walk` does; nothing may be asked of the network outside `origin`. */
export async function look(browser, address, width, walk, origin) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: width === 900 ? 'dark' : 'light' });
  const page = await context.newPage();
  const complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('request', (request) => request.url().startsWith(origin) || request.url().startsWith('blob:') || complaints.push(`asks the network for ${request.url()}`));
  await page.goto(address);
  await page.waitForSelector('h1');
  await walk(page);
  ensure(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), `is wider than the window at ${width}`);
  await overlap(page, width);
  if (width === 1500) {
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => axe.run(document, { resultTypes: ['violations'] }));
    ensure(violations.length === 0, `accessibility: ${violations.map((entry) => `${entry.id} (${entry.nodes[0].html.slice(0, 80)})`).join('; ')}`);
  }
  ensure(complaints.length === 0, `the browser complains: ${complaints.join('; ')}`);
  await context.close();
}

/** Steps of one row, states of the drawing, and what stands in the head lie beside each other, not on top of each other. */
async function overlap(page, width) {
  const clash = await page.evaluate(() => {
    const boxes = (selector) => [...document.querySelectorAll(selector)].map((element) => ({ name: element.textContent.slice(0, 30), box: element.getBoundingClientRect() })).filter(({ box }) => box.width > 0);
    const cut = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    for (const group of ['.head > *', '.step', '.node circle', '.thread', '.lane-head']) {
      const found = boxes(group);
      for (let i = 0; i < found.length; i++) for (let j = i + 1; j < found.length; j++) if (cut(found[i].box, found[j].box)) return `${group}: “${found[i].name}” and “${found[j].name}”`;
    }
    return '';
  });
  ensure(clash === '', `overlap at width ${width}: ${clash}`);
}
