import { encodeFile } from '../../src-main/core/objects/file-object.ts';
import { type ObjectId, objectIdOf } from '../../src-main/core/objects/object-id.ts';
import type { SimDisk } from './sim-disk.ts';
import { filesBelow } from './sim-node.ts';

const ids = new Map<string, ObjectId>();

/** Enough for one simulation; what is forgotten is worked out again. */
const MAX_REMEMBERED = 20_000;

/** The file object that a content gets in a library. */
export function fileIdOf(bytes: Buffer): ObjectId {
  const text = bytes.toString('latin1');
  const known = ids.get(text);
  if (known !== undefined) return known;
  const { id } = encodeFile({ blockIds: [objectIdOf(bytes)], sizeBytes: bytes.length });
  if (ids.size > MAX_REMEMBERED) ids.clear();
  ids.set(text, id);
  return id;
}

/** What a tree holds, flat. */
export interface FlatTree {
  /** Path to content id, with a mark behind it for programs. */
  readonly files: ReadonlyMap<string, string>;
  readonly dirs: ReadonlySet<string>;
  /** What else is kept with each file: its time, and who changed it. Of a library only. */
  readonly stamps?: ReadonlyMap<string, string>;
}

/** Marks the id of a file that its owner may run. */
export const PROGRAM_MARK = '*';

export function contentOf(fileMark: string): ObjectId {
  return fileMark.replace(PROGRAM_MARK, '') as ObjectId;
}

/** Files and folders of a disk; links and the like count for nothing. */
export function flatDisk(disk: SimDisk): FlatTree {
  const files = new Map<string, string>();
  for (const entry of disk.root.entries.values()) {
    for (const { path, node } of filesBelow(entry.name, entry.node)) {
      files.set(path, fileIdOf(node.bytes) + ((node.mode & 0o100) === 0 ? '' : PROGRAM_MARK));
    }
  }
  const dirs = new Set<string>();
  const waiting = [{ path: '', node: disk.root }];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const { name, node } of at.node.entries.values()) {
      if (node.kind !== 'dir') continue;
      const path = at.path === '' ? name : `${at.path}/${name}`;
      dirs.add(path);
      waiting.push({ path, node });
    }
  }
  return { files, dirs };
}

/** For a person who has to find the difference. */
export function textOfTree({ files, dirs }: FlatTree): string[] {
  const lines = [...files].map(([path, id]) => `${path} = ${id.slice(0, 6)}${id.slice(40)}`);
  return [...lines, ...[...dirs].map((path) => `${path}/`)].sort();
}
