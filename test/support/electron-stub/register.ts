import { registerHooks } from 'node:module';
import './asar-modules.ts';

// Loaded with --import: the bundle then runs under plain Node, with electron.ts where it asks for electron.
registerHooks({
  resolve(specifier, context, next) {
    if (specifier !== 'electron') return next(specifier, context);
    return { url: new URL('./electron.ts', import.meta.url).href, shortCircuit: true };
  },
});
