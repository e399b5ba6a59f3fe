import type {
  DeletedLibrary,
  Library,
  LibraryEncryption,
  LibraryStatus,
} from '../../core/library/library.ts';
import type { LibraryId } from '../../core/library/library-id.ts';
import type { Owner } from '../../core/library/owner.ts';
import type { CommitId, ObjectId } from '../../core/objects/object-id.ts';

/** What a head move writes into the library's record. */
export interface HeadMove {
  readonly headId: CommitId;
  readonly rootId: ObjectId;
  readonly name: string;
  readonly description: string;
  readonly sizeBytes: number;
  readonly fileCount: number;
  readonly updatedAtSeconds: number;
  readonly modifierEmail: string;
  readonly encryption: LibraryEncryption | null;
}

interface EncryptionColumns {
  enc_version: number | null;
  magic: string | null;
  random_key: string | null;
  salt: string | null;
  pwd_hash: string | null;
  pwd_hash_algo: string | null;
  pwd_hash_params: string | null;
}

export interface LibraryRow extends EncryptionColumns {
  id: LibraryId;
  name: string;
  description: string;
  owner_email: string | null;
  owner_group_id: number | null;
  head_id: CommitId;
  root_id: ObjectId;
  head_seq: number;
  size_bytes: number;
  file_count: number;
  updated_at_s: number;
  modifier_email: string;
  status: LibraryStatus;
  keep_days: number;
  history_from_s: number;
  kept_from_seq: number;
  created_at_s: number;
  deleted_at_s: number | null;
  origin_id: LibraryId | null;
  origin_path: string | null;
}

/** The record of a live library. */
export function libraryOf(row: LibraryRow): Library {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    owner: ownerOf(row),
    headId: row.head_id,
    rootId: row.root_id,
    headSeq: row.head_seq,
    sizeBytes: row.size_bytes,
    fileCount: row.file_count,
    updatedAtSeconds: row.updated_at_s,
    modifierEmail: row.modifier_email,
    status: row.status,
    encryption: encryptionOf(row),
    keepDays: row.keep_days,
    historyFromSeconds: row.history_from_s,
    retainedFromSeq: row.kept_from_seq,
    createdAtSeconds: row.created_at_s,
    ...(row.origin_id === null ? {} : { origin: { id: row.origin_id, path: row.origin_path ?? '/' } }),
  };
}

/** The record of a deleted library. */
export function deletedLibraryOf(row: LibraryRow): DeletedLibrary {
  return {
    id: row.id,
    name: row.name,
    owner: ownerOf(row),
    headId: row.head_id,
    sizeBytes: row.size_bytes,
    fileCount: row.file_count,
    encrypted: row.enc_version !== null,
    deletedAtSeconds: row.deleted_at_s ?? 0,
  };
}

function ownerOf(row: LibraryRow): Owner {
  if (row.owner_email !== null) return { kind: 'user', email: row.owner_email };
  return { kind: 'department', groupId: row.owner_group_id ?? 0 };
}

function encryptionOf(row: EncryptionColumns): LibraryEncryption | null {
  const version = row.enc_version;
  if (version !== 1 && version !== 2 && version !== 3 && version !== 4) return null;
  const passwordHash =
    row.pwd_hash === null
      ? null
      : { hash: row.pwd_hash, algorithm: row.pwd_hash_algo ?? '', parameters: row.pwd_hash_params ?? '' };
  return {
    version,
    magic: row.magic ?? '',
    randomKey: row.random_key ?? '',
    salt: row.salt ?? '',
    passwordHash,
  };
}

function encryptionToRow(encryption: LibraryEncryption | null): EncryptionColumns {
  return {
    enc_version: encryption?.version ?? null,
    magic: encryption?.magic ?? null,
    random_key: encryption?.randomKey ?? null,
    salt: encryption?.salt ?? null,
    pwd_hash: encryption?.passwordHash?.hash ?? null,
    pwd_hash_algo: encryption?.passwordHash?.algorithm ?? null,
    pwd_hash_params: encryption?.passwordHash?.parameters ?? null,
  };
}

/** Column values of a head move. */
export function moveToRow(move: HeadMove) {
  return {
    head_id: move.headId,
    root_id: move.rootId,
    name: move.name,
    description: move.description,
    size_bytes: move.sizeBytes,
    file_count: move.fileCount,
    updated_at_s: move.updatedAtSeconds,
    modifier_email: move.modifierEmail,
    ...encryptionToRow(move.encryption),
  };
}

/** Column values of a whole library. */
export function libraryToRow(library: Library) {
  const { owner } = library;
  return {
    ...moveToRow(library),
    id: library.id,
    owner_email: owner.kind === 'user' ? owner.email : null,
    owner_group_id: owner.kind === 'department' ? owner.groupId : null,
    head_seq: library.headSeq,
    status: library.status,
    keep_days: library.keepDays,
    history_from_s: library.historyFromSeconds,
    kept_from_seq: library.retainedFromSeq,
    created_at_s: library.createdAtSeconds,
    origin_id: library.origin?.id ?? null,
    origin_path: library.origin?.path ?? null,
  };
}
