import fs from 'node:fs';
import Module, { createRequire, findPackageJSON, isBuiltin, registerHooks } from 'node:module';
import { extname, isAbsolute, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { exists, type Patched, patch, placeOf, real } from './asar-fs.ts';

// Loaded with --import: code is loaded from inside of archives too, as it is in Electron, whose own loader does it.

const project = new URL('../../../', import.meta.url).href;
const isPacked = (url: string): boolean => /\.asar\//i.test(url);

/** Where the project has what lies at this place in an archive of its app: the same modules refer to one another there. */
function inProject(url: string): string {
  const place = placeOf(new URL(url));
  if (place === null) throw new Error(`Cannot find module '${url}': archives are switched off`);
  return new URL(place.inside.replaceAll('\\', '/'), project).href;
}

/** The same place in the archive. */
function inArchive(url: string, archive: string): string {
  const inside = fileURLToPath(url).slice(fileURLToPath(project).length);
  if (!exists(join(archive, inside))) {
    const missing = new Error(`Cannot find module '${inside}' in ${archive}`);
    throw Object.assign(missing, { code: 'ERR_MODULE_NOT_FOUND' });
  }
  return pathToFileURL(join(archive, inside)).href;
}

/** What is loaded from this place in an archive; native modules, which the system loads, lie beside it. */
function packed(url: string): { url: string; format?: string; shortCircuit: true } {
  const isNative = url.endsWith('.node');
  return isNative
    ? { url: url.replace(/(\.asar)\//i, '$1.unpacked/'), shortCircuit: true }
    : { url, format: formatOf(url), shortCircuit: true };
}

function formatOf(url: string): string {
  const described = findPackageJSON(inProject(url));
  const json: unknown = described === undefined ? {} : JSON.parse(real.readFileSync(described, 'utf8'));
  return extname(url) === '.mjs' || (json as { type?: string }).type === 'module' ? 'module' : 'commonjs';
}

// What the hooks below have found is looked for once more, by code that no hook reaches.
patch(Module as unknown as Patched, '_resolveFilename', (was) => (request, ...rest) => {
  const isFound = typeof request === 'string' && isAbsolute(request) && isPacked(request);
  return isFound ? request : was(request, ...rest);
});

registerHooks({
  resolve(specifier, context, next) {
    const parent = context.parentURL ?? '';
    if (isPacked(specifier)) return packed(isAbsolute(specifier) ? pathToFileURL(specifier).href : specifier);
    if (!isPacked(parent) || isBuiltin(specifier) || specifier === 'electron')
      return next(specifier, context);
    const there = inProject(parent);
    const found = context.conditions.includes('require')
      ? pathToFileURL(createRequire(there).resolve(specifier)).href
      : next(specifier, { ...context, parentURL: there }).url;
    const { archive } = placeOf(new URL(parent)) ?? { archive: '' };
    return packed(inArchive(found, archive));
  },
  load(url, context, next) {
    if (!isPacked(url)) return next(url, context);
    const format = context.format ?? formatOf(url);
    return { source: fs.readFileSync(new URL(url), 'utf8'), format, shortCircuit: true };
  },
});
