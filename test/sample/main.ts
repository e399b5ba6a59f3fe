import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSample, SAMPLE_PASSWORD } from './build-sample.ts';
import { PEOPLE } from './sample-step.ts';

// npm run sample -- [--data-dir DIR] [--seed N] [--until YYYY-MM-DD] [--years N]

function readOptions() {
  const { values } = parseArgs({
    options: {
      'data-dir': { type: 'string', default: '.data/sample' },
      seed: { type: 'string', default: '1' },
      years: { type: 'string', default: '4' },
      until: { type: 'string', default: new Date().toISOString().slice(0, 10) },
    },
  });
  const seed = Number(values.seed);
  const untilMs = Date.parse(values.until);
  const years = Number(values.years);
  if (!(years >= 1 && years <= 20))
    throw new Error(`--years needs a number from 1 to 20, not "${values.years}".`);
  if (!Number.isSafeInteger(seed)) throw new Error(`--seed needs a whole number, not "${values.seed}".`);
  if (Number.isNaN(untilMs))
    throw new Error(`--until needs a day such as 2026-06-01, not "${values.until}".`);
  const dataDir = resolve(process.env['INIT_CWD'] ?? process.cwd(), values['data-dir']);
  return { dataDir, seed, years, untilSeconds: untilMs / 1_000 };
}

try {
  const options = readOptions();
  const libraries = await buildSample(options);
  const rows = libraries.map(
    ({ name, commits, files, sizeBytes }) =>
      `${name}: ${files} files, ${(sizeBytes / 1e6).toFixed(1)} MB, ${commits} commits`,
  );
  process.stdout.write(
    `${rows.join('\n')}\n\nLook at them: npm run serve -- --data-dir ${options.dataDir}\n` +
      `Sign in as ${PEOPLE.mara.email} with the password ${SAMPLE_PASSWORD}\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
