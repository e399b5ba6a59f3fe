import { join } from 'node:path';
import { becomeProcess } from './child.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { ensureRecentNode } from './node-runtime.mjs';
import { root } from './project.mjs';

await ensureDependencies();
await ensureRecentNode();
await becomeProcess(process.execPath, [join(root, 'test/sample/main.ts'), ...process.argv.slice(2)]);
