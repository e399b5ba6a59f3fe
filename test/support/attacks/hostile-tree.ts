import { DIR_MODE, type Dirent, encodeDir, FILE_MODE } from '../../../src-main/core/objects/dir-object.ts';
import { encodeFile } from '../../../src-main/core/objects/file-object.ts';
import { type ObjectId, objectIdOf } from '../../../src-main/core/objects/object-id.ts';
import type { BuiltTree } from '../sync-device.ts';

/** A file whose size is a lie, in its row or in its own object. Absent: the truth. */
interface Lie {
  readonly rowBytes?: number;
  readonly objectBytes?: number;
  readonly mtimeSeconds?: number;
  /** How often its file object names the one block. */
  readonly repeats?: number;
}

/** Trees as no honest client makes them, object by object. */
export class HostileTree {
  readonly #fs = new Map<ObjectId, Buffer>();
  readonly #blocks = new Map<ObjectId, Buffer>();

  /** The row of a file of one block. */
  file(name: string, content: Buffer, lie: Lie = {}): Dirent {
    const repeats = lie.repeats ?? 1;
    const trueBytes = content.length * repeats;
    const blockId = objectIdOf(content);
    const sizeBytes = lie.objectBytes ?? trueBytes;
    const file = encodeFile({ blockIds: Array.from({ length: repeats }, () => blockId), sizeBytes });
    this.#fs.set(file.id, file.bytes);
    this.#blocks.set(blockId, content);
    return this.row(name, file.id, { sizeBytes: lie.rowBytes ?? sizeBytes, ...lie });
  }

  /** The row of a file that is what the id names, whatever that is. */
  row(
    name: string,
    id: ObjectId,
    says: { readonly sizeBytes: number; readonly mtimeSeconds?: number },
  ): Dirent {
    const { sizeBytes, mtimeSeconds = 1_700_000_000 } = says;
    return {
      kind: 'file',
      name,
      id,
      mode: FILE_MODE,
      mtimeSeconds,
      sizeBytes,
      modifier: 'mallory@example.com',
    };
  }

  /** The id of a folder of these rows. */
  dir(rows: readonly Dirent[]): ObjectId {
    const { id, bytes } = encodeDir(rows);
    this.#fs.set(id, bytes);
    return id;
  }

  /** Rows that all name one folder. */
  folders(count: number, id: ObjectId): Dirent[] {
    return Array.from({ length: count }, (_, number) => this.folder(`folder-${number}`, id));
  }

  folder(name: string, id: ObjectId): Dirent {
    return { kind: 'dir', name, id, mode: DIR_MODE, mtimeSeconds: 1_700_000_000 };
  }

  /** A folder that holds `width` times the same one, and so on: `width ** levels` files of one byte in the end. */
  bomb(width: number, levels: number): ObjectId {
    const leaves = Array.from({ length: width }, (_, number) =>
      this.file(`file-${number}`, Buffer.from('x')),
    );
    let id = this.dir(leaves);
    for (let level = 1; level < levels; level += 1) id = this.dir(this.folders(width, id));
    return id;
  }

  /** The folder below `levels` folders with names of `nameLength`. */
  below(id: ObjectId, levels: number, nameLength: number): ObjectId {
    let outer = id;
    for (let level = 0; level < levels; level += 1)
      outer = this.dir([this.folder('n'.repeat(nameLength), outer)]);
    return outer;
  }

  built(rootId: ObjectId): BuiltTree {
    return { rootId, fs: this.#fs, blocks: this.#blocks };
  }
}
