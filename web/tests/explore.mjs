// Walks through spaces in a real browser, as a person would: `hazard explore` serves the page.
import { spawn } from 'node:child_process';
import { ensure, look } from './looking.mjs';

/** Starts the server; gives its address and how to end it. */
async function serve(hazard, root, words) {
  const child = spawn(hazard, ['explore', ...words], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await new Promise((resolve, reject) => {
    child.stdout.once('data', (text) => resolve(String(text).trim()));
    child.once('exit', (status) => reject(new Error(`hazard explore ended with ${status}`)));
  });
  return { address, end: () => child.kill('SIGTERM') };
}

async function philosophers(page) {
  await page.waitForSelector('.step-choice');
  const before = await page.locator('#here').innerText();
  await page.locator('.step-choice').first().click();
  await page.waitForFunction((old) => document.querySelector('#here').textContent !== old, before);
  ensure((await page.locator('.lane-row').count()) >= 1, 'the way here shows no step');
  ensure((await page.locator('.source .line.here').count()) > 0, 'marks no line of the source');
  const second = await page.locator('#here').innerText();
  await page.keyboard.press('1');
  await page.waitForFunction((old) => document.querySelector('#here').textContent !== old, second);
  await page.keyboard.press('Backspace');
  await page.waitForFunction((old) => document.querySelector('#here').textContent === old, second);
  await page.getByRole('button', { name: 'Pin', exact: true }).click();
  ensure((await page.locator('.pins button').first().innerText()) === second, 'the pin is not that of the state');
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.waitForSelector('.wrong');
  ensure((await page.locator('.wrong').first().innerText()).includes('deadlock'), 'running to something wrong does not lead to the deadlock');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.waitForFunction(() => document.querySelector('.counts').textContent.includes('0 with more to come, progress 1'), undefined, { timeout: 30000 });
  await page.getByRole('textbox', { name: 'Question' }).fill('"deadlock"');
  await page.getByRole('button', { name: 'Ask' }).click();
  await page.waitForSelector('.answer .pins button');
  await page.locator('.answer .pins button').first().click();
  await page.waitForSelector('.wrong');
  await page.locator('.pins button').first().click();
  await page.waitForFunction((old) => document.querySelector('#here').textContent === old, second);
}

async function die(page) {
  await page.waitForSelector('.step-choice');
  ensure((await page.locator('.seen dt').first().innerText()) === 's', 'shows no variables');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.waitForFunction(() => document.querySelector('.counts').textContent.startsWith('13 states, 20 transitions, 0 with more'));
  await page.getByLabel('State number').fill('3');
  await page.getByRole('button', { name: 'Go to state' }).click();
  await page.waitForFunction(() => document.querySelector('#here').textContent === 'State 3');
}

/** Ten thousand states on the page, and every step still at once. */
async function many(page) {
  await page.waitForSelector('.step-choice');
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.waitForFunction(() => Number(document.querySelector('.counts').textContent.split(' ')[0].replaceAll(',', '')) > 10000, undefined, { timeout: 60000 });
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.waitForFunction(() => [...document.querySelectorAll('button')].some((button) => button.textContent === 'Go on'));
  const start = Date.now();
  const before = await page.locator('#here').innerText();
  await page.locator('.step-choice').first().click();
  await page.waitForFunction((old) => document.querySelector('#here').textContent !== old, before);
  ensure(Date.now() - start < 1500, `a step among ten thousand states takes ${Date.now() - start} ms`);
}

export async function explore(browser, hazard, root) {
  let passed = 0;
  const cases = [
    ['philosophers', ['java/examples/concurrent/DiningPhilosophers.java', '--', '2'], philosophers, [420, 900, 1500]],
    ['die', ['tests/models/prism/die.pm'], die, [900]],
    ['many', ['tests/cli/Growing.java'], many, [1500]],
  ];
  const failures = [];
  for (const [name, words, walk, widths] of cases) {
    for (const width of widths) {
      const server = await serve(hazard, root, words);
      try {
        await look(browser, server.address, width, (page) => walk(page), new URL(server.address).origin);
        passed += 1;
      } catch (error) {
        failures.push(`explore ${name} at width ${width}: ${error.message}`);
      } finally {
        server.end();
      }
    }
  }
  return { passed, failures };
}
