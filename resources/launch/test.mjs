import { join } from 'node:path';
import { becomeProcess } from './child.mjs';
import { ensureChromium } from './chromium.mjs';
import { ensureDependencies } from './dependencies.mjs';
import { ensureRecentNode } from './node-runtime.mjs';
import { root } from './project.mjs';
import { ensureRclone } from './rclone.mjs';
import { ensureSeafileClient } from './seafile-client.mjs';
import { ensureStrace } from './strace.mjs';

await ensureDependencies();
await ensureRecentNode();
await ensureStrace();
await ensureRclone();
await ensureSeafileClient();
const chromium = await ensureChromium();
if (chromium) process.env['CHROMIUM'] = chromium;
await becomeProcess(process.execPath, [join(root, 'test/checks/run.ts'), ...process.argv.slice(2)]);
