// Builds the script and the style that reports carry. `--check` only tells whether the committed files are up to date.
import { build } from 'esbuild';
import { readFileSync, writeFileSync } from 'node:fs';

const assets = new URL('../crates/render/assets/', import.meta.url);
const result = await build({
  entryPoints: ['src/main.ts'],
  bundle: true,
  minify: true,
  charset: 'utf8',
  format: 'iife',
  target: 'es2022',
  legalComments: 'inline',
  write: false,
  outfile: 'report.js',
});
const script = result.outputFiles[0].text.replaceAll('</script', '<\\/script');
const files = { 'report.js': script, 'report.css': readFileSync('src/report.css', 'utf8') };
let stale = false;
for (const [name, text] of Object.entries(files)) {
  const path = new URL(name, assets);
  if (process.argv.includes('--check')) {
    if (readFileSync(path, 'utf8') !== text) {
      console.error(`${name} is not what web/ builds: run \`make web\``);
      stale = true;
    }
  } else {
    writeFileSync(path, text);
    console.log(`${name}: ${text.length} characters`);
  }
}
process.exit(stale ? 1 : 0);
