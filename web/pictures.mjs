// The pictures of the README and the book, made by Hazard's own commands: pages as a browser shows them, charts as they are written.
// `make pictures` writes them to book/src/images.
import { chromium } from 'playwright-core';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const hazard = resolve(process.env.HAZARD ?? join(root, 'target/release/hazard'));
const target = join(root, 'book/src/images');
const browserPath = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);
mkdirSync(target, { recursive: true });
const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'] });

/** Runs a command that may find something. */
function run(...words) {
  try {
    execFileSync(hazard, words, { cwd: root, stdio: 'pipe' });
  } catch (error) {
    if (error.status !== 1) throw error;
  }
}

/** A page as it looks when it is opened. */
async function picture(address, name, height, prepare) {
  const page = await browser.newPage({ viewport: { width: 1440, height }, colorScheme: 'light' });
  await page.goto(address);
  await page.waitForSelector('h1');
  await prepare(page);
  await page.screenshot({ path: join(target, name) });
  await page.close();
}

// The page shows the command, which is to be one that anybody can repeat.
const report = join(root, 'd.html');
run('check', 'java/examples/concurrent/DiningPhilosophers.java', '--html', 'd.html', '--', '3');
await picture(`file://${report}`, 'philosophers.png', 900, (page) => page.waitForSelector('.source .here'));
rmSync(report);
if (!process.argv.includes('--report-only')) {
  run('sweep', 'java/examples/randomized/QuickSort.java', '--vary', 'n=2..9', '--reward', '"comparisons" = invoked:QuickSort.less(int,int)',
    '-p', 'R{"comparisons"}=? [ F "end" ]', '--against', '2*(n+1)*H(n)-4*n', '--title', 'Quicksort: expected comparisons', '--plot', join(target, 'quicksort.svg'));
  run('check', 'java/examples/randomized/KnuthYaoDie.java', '--reward', '"flips" = flips', '--result', 'KnuthYaoDie.roll(..)', '--plot', join(target, 'die.svg'));
  const server = spawn(hazard, ['explore', 'java/examples/concurrent/DiningPhilosophers.java', '--', '2'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((done) => server.stdout.once('data', (text) => done(String(text).trim())));
  await picture(address, 'explore.png', 1100, async (page) => {
    await page.waitForSelector('.step-choice');
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.waitForFunction(() => document.querySelector('.counts').textContent.includes(' 0 with more'));
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.waitForSelector('.wrong');
    await page.waitForTimeout(300);
  });
  server.kill();
}
await browser.close();
