// Opens reports of real runs in a real browser and looks at them as a person would. Needs Chromium (CHROMIUM, or on the usual
// path) and a built binary (HAZARD). A run that looked at nothing fails.
import { chromium } from 'playwright-core';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { explore } from './explore.mjs';
import { ensure, look } from './looking.mjs';

const root = resolve(import.meta.dirname, '../..');
const hazard = resolve(process.env.HAZARD ?? join(root, 'target/release/hazard'));
const browserPath = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
if (!browserPath) {
  console.error('no browser: apt-get install chromium');
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), 'hazard-web-'));
const cases = JSON.parse(readFileSync(new URL('cases.json', import.meta.url), 'utf8'));
const browser = await chromium.launch({
  executablePath: browserPath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
let [passed, failed] = [0, 0];

for (const test of cases) {
  const file = join(folder, `${test.name}.html`);
  if (test.needs && spawnSync(test.needs, ['--version']).status !== 0) {
    console.error(`${test.name}: left out, since ${test.needs} is missing`);
    continue;
  }
  try {
    if (test.before) run(test.before);
    const status = run([...test.command.slice(0, 2), '--html', file, ...test.command.slice(2)]);
    ensure(status === test.status, `exit status ${status} instead of ${test.status}`);
    ensure(statSync(file).size < 2_000_000, 'the page has more than 2 MB');
    for (const width of [420, 900, 1500]) await lookAt(test, file, width);
    passed += 1;
  } catch (error) {
    failed += 1;
    console.error(`${test.name}: ${error.message}`);
  }
}
const walked = await explore(browser, hazard, root);
passed += walked.passed;
failed += walked.failures.length;
walked.failures.forEach((sentence) => console.error(sentence));
await browser.close();
rmSync(folder, { recursive: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 || passed === 0 ? 1 : 0);

/** Runs Hazard; gives its status. `FOLDER` in a word stands for where files may lie. */
function run(words) {
  try {
    execFileSync(hazard, words.map((word) => word.replace('FOLDER', folder)), { cwd: root, stdio: 'pipe' });
    return 0;
  } catch (error) {
    return error.status;
  }
}

async function lookAt(test, file, width) {
  const start = Date.now();
  await look(browser, `file://${file}`, width, async (page) => {
    // What it takes on a machine that does nothing else is two seconds at most; this one may be busy.
    ensure(Date.now() - start < 60_000, 'the page takes more than a minute to open');
    const body = await page.locator('body').innerText();
    for (const text of test.shows) ensure(body.includes(text), `does not show “${text}” at width ${width}`);
    if (test.steps) await walk(test, page);
    if (test.drawn) await drawing(test, page);
  }, 'file:');
}

/** The slider goes to both ends, the arrow keys move, the source follows. */
async function walk(test, page) {
  const slider = page.locator('.walk input[type=range]').first();
  const last = Number(await slider.getAttribute('max'));
  ensure(last >= test.steps, `has ${last} lines, not ${test.steps}`);
  await page.locator('.walk button').first().click();
  ensure((await page.locator('.place').first().innerText()) === 'before the first choice', 'does not go back to the start');
  for (let at = 0; at < Math.min(3, last); at++) await page.locator('.walk button[aria-label=Forward]').first().click();
  ensure((await slider.inputValue()) === String(Math.min(3, last)), 'does not go forward');
  await page.locator('.lane-box').first().focus();
  await page.keyboard.press('End');
  ensure((await slider.inputValue()) === String(last), 'the key End does not lead to the end');
  ensure((await page.locator('.lane-row.chosen').first().count()) === 1, 'marks no step');
  if (test.source) ensure((await page.locator('.source .line.here').count()) > 0, 'marks no line of the source');
  const fold = page.locator('.fold').first();
  if (await fold.count()) {
    const before = await page.locator('.lane-space').first().evaluate((box) => box.clientHeight);
    await fold.click();
    const after = await page.locator('.lane-space').first().evaluate((box) => box.clientHeight);
    ensure(after > before, 'a fold does not open');
  }
}

/** States can be read at any width, however many there are; the one that is looked for comes into sight. */
async function drawing(test, page) {
  const sheet = page.locator('.sheet');
  ensure((await page.locator('.node').count()) >= test.drawn, `draws fewer than ${test.drawn} states`);
  const seen = (state) => page.locator(`.node[data-state="${state}"] circle`).evaluate((circle) => {
    const [box, window] = [circle.getBoundingClientRect(), circle.closest('.sheet').getBoundingClientRect()];
    return { width: box.width, inside: box.left >= window.left && box.right <= window.right && box.top >= window.top && box.bottom <= window.bottom };
  });
  const [first, last] = ['0', String(test.drawn - 1)];
  await page.waitForFunction(() => document.querySelector('.graph').hasAttribute('viewBox'));
  const before = await seen(first);
  ensure(before.inside && before.width >= 22, `shows the first state ${before.width} wide${before.inside ? '' : ', and out of sight'}`);
  await page.locator('.tools input').fill(last);
  ensure((await page.locator('.node.found').count()) === 1, 'does not find a state by its number');
  ensure((await seen(last)).inside, 'leaves the state that was looked for out of sight');
  await sheet.focus();
  await page.keyboard.press('ArrowLeft');
  await page.locator('.tools button[aria-label="All of it"]').click();
  ensure((await seen(first)).inside && (await seen(last)).inside, 'does not show all of it');
}
