import { readFile } from 'node:fs/promises';
import { transformWithOxc } from 'vite';

const MARK = '.ts?script';

/**
 * Gives the text of a script that pages of the service bring along: `import script from './some.ts?script'`. It is
 * TypeScript like the rest, imports nothing but types, and what is left of it without them is what browsers get.
 * @returns {import('vite').Plugin}
 */
export function pageScript() {
  return {
    name: 'page-script',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(MARK)) return null;
      const file = id.slice(0, -'?script'.length);
      this.addWatchFile(file);
      const { code } = await transformWithOxc(await readFile(file, 'utf8'), file, { sourcemap: false });
      return `export default ${JSON.stringify(code)};`;
    },
  };
}
