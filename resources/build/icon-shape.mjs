import { resolve, sep } from 'node:path';

const library = `${sep}@lucide${sep}svelte${sep}`;
const shape = resolve(import.meta.dirname, '../../src-renderer/ui/IconShape.svelte');

/**
 * Has the icons of the icon set drawn by a component of this project. The set's own makes each one attribute by attribute,
 * which took a tenth of the time in which a screen appears; this one copies what it made once.
 * @returns {import('vite').Plugin}
 */
export function iconShape() {
  return {
    name: 'icon-shape',
    enforce: 'pre',
    // What Vite bundles beforehand for its development server no plugin resolves.
    config: () => ({ optimizeDeps: { exclude: ['@lucide/svelte'] } }),
    resolveId: (id, importer) =>
      id === '../Icon.svelte' && importer?.split('/').join(sep).includes(library) ? shape : null,
  };
}
