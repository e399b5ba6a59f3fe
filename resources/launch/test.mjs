import { join } from 'node:path';
import { becomeProcess } from './child.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { ensureRecentNode } from './node-runtime.mjs';
import { root } from './project.mjs';

await ensureDependencies();
await ensureRecentNode();
await becomeProcess(process.execPath, [join(root, 'test/checks/run.ts'), ...process.argv.slice(2)]);
