import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/**
 * The headless server's entry. The whole suite starts what it has built, which is what ships and starts in half the time; a
 * test that is run alone starts the sources, so that nobody has to build before.
 */
export const SERVER_ENTRY = join(
  root,
  process.env['KEEPFOLD_TEST_BUILT'] === '1' ? 'out/main/serve.js' : 'src-main/headless/main.ts',
);
