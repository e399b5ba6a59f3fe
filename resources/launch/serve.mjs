import { runEntry } from './entry.mjs';

await runEntry('serve');
