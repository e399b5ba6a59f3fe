import { isWithin } from '../../src-main/core/folder/folder-entry.ts';
import { decodeFile } from '../../src-main/core/objects/file-object.ts';
import type { ObjectId } from '../../src-main/core/objects/object-id.ts';
import { createIgnoreMatcher } from '../../src-main/folder/ignore/ignore.ts';
import type { Account } from './account.ts';
import { Broken } from './broken.ts';
import { contentOf, type FlatTree, flatDisk } from './contents.ts';
import { OWN_NAME } from './sim-node.ts';
import { IGNORE_DEFAULTS } from './sim-process.ts';
import type { FlushedObjects } from './sim-store.ts';
import type { SimWorld } from './sim-world.ts';

const matcher = createIgnoreMatcher(IGNORE_DEFAULTS, '', []);

/** What is looked at when everything has come to rest. */
export interface QuietStage {
  readonly world: SimWorld;
  readonly account: Account;
}

/** The folder and its library hold the same, but for what the folder says it leaves out. @throws Broken */
export function requireAgreement(stage: QuietStage, number: number): void {
  const folder = stage.world.process.linked.list()[number];
  if (folder === undefined) throw new Broken(`folder ${number} is not listed`);
  if (folder.state !== 'idle') throw new Broken(`folder ${number} stays ${folder.state}: ${folder.message}`);
  const disk = flatDisk(stage.world.folder(number).disk);
  const own = [...disk.files.keys()].find((path) => OWN_NAME.test(path));
  if (own !== undefined) throw new Broken(`"${own}" is left in folder ${number}`);
  const { head } = stage.account.ledgerOf(number);
  const leftOut = folder.problems.map(({ path }) => path);
  const isExempt = (path: string) => isIgnored(path) || leftOut.some((problem) => isWithin(path, problem));
  const different = differences(disk, head).filter((path) => !isExempt(path));
  if (different.length === 0) return;
  throw new Broken(`folder ${number} and its library differ in ${JSON.stringify(different)}`);
}

/** What the store owes is there: the head, and, when something was taken away, all that history keeps. @throws Broken */
export async function requireOrder(stage: QuietStage, isAllOwed: boolean): Promise<void> {
  for (const ledger of stage.account.ledgers.values()) {
    const objects = stage.world.machine.store.flushed(ledger.libraryId);
    const owed = isAllOwed ? ledger.keptIds() : [...ledger.head.files.values()].map(contentOf);
    for (const id of new Set(owed)) {
      const missing = await missingOf(objects, id);
      if (missing !== null) throw new Broken(`${missing} is not in the store, but history needs it`);
    }
  }
}

async function missingOf(objects: FlushedObjects, id: ObjectId): Promise<string | null> {
  if (!objects.has('fs', id)) return `file ${id}`;
  const { blockIds } = decodeFile(id, await objects.read('fs', id));
  const missing = blockIds.find((blockId) => !objects.has('block', blockId));
  return missing === undefined ? null : `block ${missing}`;
}

function differences(a: FlatTree, b: FlatTree): string[] {
  const paths = new Set([...a.files.keys(), ...b.files.keys()]);
  const dirs = new Set([...a.dirs, ...b.dirs]);
  return [
    ...[...paths].filter((path) => a.files.get(path) !== b.files.get(path)),
    ...[...dirs].filter((path) => a.dirs.has(path) !== b.dirs.has(path)),
  ].sort();
}

function isIgnored(path: string): boolean {
  const names = path.split('/');
  return names.some((name, depth) => {
    const dir = names.slice(0, depth).join('/');
    return matcher.ignores(dir, name, depth < names.length - 1);
  });
}
