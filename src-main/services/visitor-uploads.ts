import { DomainError } from '../core/errors.ts';
import { EMPTY_ID } from '../core/objects/object-id.ts';
import type { PartialFiles } from '../store/partial-files.ts';
import type { Ids } from './ports.ts';
import type { StorageQuotas } from './storage-quotas.ts';
import { requireFileSize } from './store-content.ts';
import type { AddRequest, KeepFile, ReceivedFile, UploadedFile, Uploads } from './uploads.ts';

export interface VisitorUploadsDependencies {
  readonly uploads: Pick<Uploads, 'openForAdding' | 'add'>;
  readonly quotas: StorageQuotas;
  readonly ids: Pick<Ids, 'uuid'>;
  /** Null where nothing can lie aside. */
  readonly files: PartialFiles | null;
}

/**
 * Forms with files, whoever sends them. Those of visitors lie aside until all of a form is here, because what is in the
 * store and in no library is garbage for a day, and a visitor can break off as often as it likes.
 */
export type VisitorUploads = ReturnType<typeof createVisitorUploads>;

export function createVisitorUploads({ uploads, quotas, ids, files }: VisitorUploadsDependencies) {
  async function addWhole(
    { keep, freeBytes, files }: { keep: KeepFile; freeBytes: number; files: PartialFiles },
    receive: (keep: KeepFile) => Promise<AddRequest>,
  ): Promise<AddRequest> {
    const keys: string[] = [];
    let asideBytes = 0;
    const layAside: KeepFile = async (name, pieces) => {
      const key = ids.uuid();
      keys.push(key);
      const sizeBytes = await files.write(key, 0, within(pieces, freeBytes - asideBytes));
      asideBytes += sizeBytes;
      return { name, id: EMPTY_ID, sizeBytes };
    };
    try {
      const request = await receive(layAside);
      const stored: ReceivedFile[] = [];
      for (const [at, key] of keys.entries())
        stored.push(await keep(request.files[at]?.name ?? '', files.read(key)));
      return { ...request, files: stored };
    } finally {
      for (const key of keys) await files.remove(key);
    }
  }

  return {
    /** @throws DomainError as `Uploads.add` */
    async add(
      token: string,
      receive: (keep: KeepFile) => Promise<AddRequest>,
      address: string | null,
    ): Promise<UploadedFile[]> {
      const { grant, library } = uploads.openForAdding(token);
      if (files === null || grant.publicLink === undefined) return uploads.add(token, receive, address);
      const freeBytes = quotas.freeBytes(library);
      return uploads.add(token, (keep) => addWhole({ keep, freeBytes, files }, receive), address);
    },
  };
}

/** @throws DomainError `quota-exceeded`, `file-too-large` */
async function* within(pieces: AsyncIterable<Uint8Array>, freeBytes: number): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0;
  for await (const piece of pieces) {
    sizeBytes += piece.length;
    requireFileSize(sizeBytes);
    if (sizeBytes > freeBytes) throw new DomainError('quota-exceeded');
    yield piece;
  }
}
