/**
 * Modules of Node that cost a start more than what is used of them: the first because libraries have servers of HTTP/2 as
 * well (5 ms, 5 MB), the second because an import reads all that is in it (4 ms).
 */
const LIGHT = { 'node:http2': 'export {};', 'node:process': 'export default globalThis.process;' };

/**
 * Gives libraries less than all of some of Node's modules.
 * @returns {import('vite').Plugin}
 */
export function lightImports() {
  return {
    name: 'light-imports',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'main',
    resolveId: (id) => (id in LIGHT ? `\0light:${id}` : null),
    load: (id) => Object.entries(LIGHT).find(([name]) => id === `\0light:${name}`)?.[1] ?? null,
  };
}
