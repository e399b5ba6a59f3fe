import { DIR_MODE, type Dirent, type EncodedDir, encodeDir } from '../../src-main/core/objects/dir-object.ts';
import type { ObjectId } from '../../src-main/core/objects/object-id.ts';

/**
 * A few small folders that unfold to many: each level names the one below it so many times.
 * @param fans how often, from the top down
 * @param rows what is in each folder at the bottom
 */
export function unfoldingTree(
  fans: readonly number[],
  rows: readonly Dirent[],
): { rootId: ObjectId; dirs: EncodedDir[] } {
  let below = encodeDir(rows);
  const dirs = [below];
  for (const fan of fans.toReversed()) {
    const { id } = below;
    const row = { kind: 'dir', id, mode: DIR_MODE, mtimeSeconds: 1 } as const;
    below = encodeDir(Array.from({ length: fan }, (_, at) => ({ ...row, name: `folder ${at}` })));
    dirs.push(below);
  }
  return { rootId: below.id, dirs };
}
