// Builds the scripts and the style that reports and the explorer carry. `--check` only tells whether the committed files are up to date.
import { build } from 'esbuild';
import { readFileSync, writeFileSync } from 'node:fs';

const assets = new URL('../crates/render/assets/', import.meta.url);
/** One script with everything it needs. */
async function script(entry) {
  const result = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    charset: 'utf8',
    format: 'iife',
    target: 'es2022',
    legalComments: 'inline',
    write: false,
    outfile: 'script.js',
  });
  return result.outputFiles[0].text.replaceAll('</script', '<\\/script');
}
const files = {
  'report.js': await script('src/main.ts'),
  'explore.js': await script('src/explore/main.ts'),
  'report.css': readFileSync('src/report.css', 'utf8'),
};
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
