import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';

// The headless server from its sources, as developers and tests that run alone start it. Node reads TypeScript by itself;
// here it learns the two kinds of imports that are texts (`?raw`, and `?script` of page-script.mjs), which a build puts in.
registerHooks({
  load(url, context, nextLoad) {
    const isScript = url.endsWith('.ts?script');
    if (!isScript && !url.endsWith('?raw')) return nextLoad(url, context);
    const written = readFileSync(new URL(url), 'utf8');
    const text = isScript ? withoutTypes(written) : written;
    return { format: 'module', source: `export default ${JSON.stringify(text)};`, shortCircuit: true };
  },
});

/**
 * Node warns that the function may change; what the server itself says is all that tests expect to read.
 * @param {string} source
 */
function withoutTypes(source) {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return stripTypeScriptTypes(source);
  } finally {
    process.emitWarning = emitWarning;
  }
}

await import('../../src-main/headless/main.ts');
