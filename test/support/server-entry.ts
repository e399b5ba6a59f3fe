import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/**
 * The whole suite starts what it has built, which is what ships and starts several times as fast; a test that is run alone
 * starts the sources, so that nothing has to be built before.
 */
function entryOf(built: string, source: string): string {
  return join(root, process.env['KEEPFOLD_TEST_BUILT'] === '1' ? `out/main/${built}` : `src-main/${source}`);
}

/** The headless server's entry. */
export const SERVER_ENTRY = entryOf('serve.js', '../resources/build/serve-sources.mjs');

/** The command line's entry. */
export const CLI_ENTRY = entryOf('cli.js', 'headless/cli.ts');
