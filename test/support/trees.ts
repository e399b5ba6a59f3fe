import { DomainError } from '../../src-main/core/errors.ts';
import {
  DIR_MODE,
  type Dirent,
  decodeDir,
  encodeDir,
  FILE_MODE,
  type FileDirent,
} from '../../src-main/core/objects/dir-object.ts';
import { encodeFile } from '../../src-main/core/objects/file-object.ts';
import { EMPTY_ID, type ObjectId, objectIdOf } from '../../src-main/core/objects/object-id.ts';
import type { ReadDir } from '../../src-main/core/tree/read-dir.ts';

/** A tree as tests write it: text is a file, an object is a folder, `file()` is a file with more to say. */
export interface TreeLiteral {
  readonly [name: string]: string | TreeFile | TreeLiteral;
}

/** A tree as tests read it: names to texts and folders. */
export interface TextTree {
  [name: string]: string | TextTree;
}

export interface DirentFields {
  readonly mtimeSeconds?: number;
  readonly modifier?: string;
  readonly mode?: number;
}

export class TreeFile {
  readonly text: string;
  readonly fields: DirentFields;

  constructor(text: string, fields: DirentFields) {
    this.text = text;
    this.fields = fields;
  }
}

const DEFAULT_MTIME_SECONDS = 1_700_000_000;
const DEFAULT_MODIFIER = 'me@example.com';

/** A file of a literal with a time, modifier or mode of its own. */
export function file(text: string, fields: DirentFields): TreeFile {
  return new TreeFile(text, fields);
}

/** A file dirent for this text, without a name. It reads back as the text in every store of this module. */
export function fileDirent(text: string, fields: DirentFields = {}): Omit<FileDirent, 'name'> {
  return {
    kind: 'file',
    id: fileIdOf(text),
    mode: fields.mode ?? FILE_MODE,
    mtimeSeconds: fields.mtimeSeconds ?? DEFAULT_MTIME_SECONDS,
    sizeBytes: Buffer.byteLength(text),
    modifier: fields.modifier ?? DEFAULT_MODIFIER,
  };
}

/** The id of a file whose content is this text in one block. */
export function fileIdOf(text: string): ObjectId {
  const { id } = encodeFile({ blockIds: [objectIdOf(text)], sizeBytes: Buffer.byteLength(text) });
  textsById.set(id, text);
  return id;
}

const textsById = new Map<ObjectId, string>([[EMPTY_ID, '']]);

/** The text of a file made by this module; of any other, its id. */
function textOf(id: ObjectId): string {
  return textsById.get(id) ?? id;
}

/** Dir objects in memory, and what tests do with them. */
export class TreeStore {
  readonly dirs = new Map<ObjectId, Buffer>();
  /** Ids of the dir objects read so far, in order; `EMPTY_ID` is none. */
  readonly reads: ObjectId[] = [];

  readonly readDir: ReadDir = (id) => {
    if (id === EMPTY_ID) return Promise.resolve([]);
    this.reads.push(id);
    return Promise.resolve(this.rowsOf(id));
  };

  /** Keeps the tree and returns its root. Folders get the newest time in them. */
  build(literal: TreeLiteral, defaults: DirentFields = {}): ObjectId {
    return this.keep(Object.entries(literal).map(([name, value]) => this.direntOf(name, value, defaults)));
  }

  /** Keeps a dir object of these rows and returns its id. */
  keep(rows: readonly Dirent[]): ObjectId {
    const dir = encodeDir(rows);
    this.add([dir]);
    return dir.id;
  }

  add(dirs: Iterable<{ id: ObjectId; bytes: Buffer }>): void {
    for (const { id, bytes } of dirs) if (id !== EMPTY_ID) this.dirs.set(id, bytes);
  }

  /** The tree as names and texts. */
  textTree(rootId: ObjectId): TextTree {
    const rows = this.rowsOf(rootId);
    return Object.fromEntries(
      rows.map((row) => [row.name, row.kind === 'dir' ? this.textTree(row.id) : textOf(row.id)]),
    );
  }

  private rowsOf(id: ObjectId): Dirent[] {
    const bytes = this.dirs.get(id);
    if (id !== EMPTY_ID && bytes === undefined) throw new DomainError('object-missing', { value: id });
    return decodeDir(id, bytes ?? Buffer.alloc(0));
  }

  private direntOf(name: string, value: TreeLiteral[string], defaults: DirentFields): Dirent {
    if (typeof value === 'string') return { ...fileDirent(value, defaults), name };
    if (value instanceof TreeFile)
      return { ...fileDirent(value.text, { ...defaults, ...value.fields }), name };
    const id = this.build(value, defaults);
    const times = this.rowsOf(id).map((row) => row.mtimeSeconds);
    const own = defaults.mtimeSeconds ?? DEFAULT_MTIME_SECONDS;
    const mtimeSeconds = times.length === 0 ? own : Math.max(...times);
    return { kind: 'dir', name, id, mode: DIR_MODE, mtimeSeconds };
  }
}
