import { openDataDir } from '../../src-main/app/data-dir.ts';
import { checkOffline } from '../../src-main/app/maintenance.ts';
import { openStore } from '../../src-main/app/store.ts';
import { DomainError } from '../../src-main/core/errors.ts';
import type { LibraryId } from '../../src-main/core/library/library-id.ts';
import type { StoredPiece } from './stored-bytes.ts';

type Kind = StoredPiece['kind'];

/** Every object of a library as it was before anything happened to it, by kind and id. */
export type SoundObjects = ReadonlyMap<
  string,
  { readonly kind: Kind; readonly id: string; readonly bytes: Buffer }
>;

/** Reads all objects of a sound library. */
export async function readSoundObjects(dataDir: string, libraryId: string): Promise<SoundObjects> {
  const store = await openStore(openDataDir(dataDir));
  try {
    const library = store.objects.library(libraryId as LibraryId);
    const sound = new Map<string, { kind: Kind; id: string; bytes: Buffer }>();
    for (const { kind, id } of library.list())
      sound.set(kind + id, { kind, id, bytes: Buffer.from(await library.read(kind, id)) });
    return sound;
  } finally {
    await store.close();
  }
}

/** What became of damage. Each list is empty when all is as promised. */
export interface DamageReport {
  /** Objects for which other bytes came than those that were stored. */
  readonly wrong: string[];
  /** Objects that a full check of the whole data folder called damaged or missing. */
  readonly found: number;
  /** Objects that were refused to readers. */
  readonly refused: number;
  /** Problems that a full check still finds after each refused object was written again. */
  readonly unrepaired: string[];
}

/** Checks a damaged data folder, reads all that is in one library, and writes again what was refused. */
export async function sufferDamage(
  dataDir: string,
  libraryId: string,
  sound: SoundObjects,
): Promise<DamageReport> {
  const checked = await checkOffline(dataDir, true);
  const store = await openStore(openDataDir(dataDir));
  const wrong: string[] = [];
  let refused = 0;
  try {
    const library = store.objects.library(libraryId as LibraryId);
    for (const { kind, id, bytes } of sound.values()) {
      const read = await library.read(kind, id).catch(refusalOf);
      if (read instanceof DomainError) {
        refused += 1;
        await library.write(kind, id, bytes);
      } else if (!bytes.equals(read)) wrong.push(`${kind} ${id}`);
    }
    await library.flush();
  } finally {
    await store.close();
  }
  const repaired = await checkOffline(dataDir, true);
  const unrepaired = repaired.problems.map(({ kind, id, reason }) => `${kind} ${id} ${reason}`);
  return { wrong, found: checked.problems.length, refused, unrepaired };
}

function refusalOf(error: unknown): DomainError {
  if (error instanceof DomainError && /^object-(missing|corrupt)$/.test(error.code)) return error;
  throw error;
}
