import { hash } from 'node:crypto';
import { malformedEncryptionField } from '../library/encryption-fields.ts';
import type { LibraryEncryption } from '../library/library.ts';
import { isLibraryId, type LibraryId } from '../library/library-id.ts';
import { type CommitId, EMPTY_ID, isCommitId, isObjectId, type ObjectId } from './object-id.ts';
import { corrupt, isSafeInteger, parseJsonObject } from './parse-object.ts';

/** Immutable snapshot record of a library. */
export interface Commit {
  readonly id: CommitId;
  readonly libraryId: LibraryId;
  readonly rootId: ObjectId;
  /** Null only in the first commit of a library. */
  readonly parentId: CommitId | null;
  /** Set in merge commits: the commit that was merged in. */
  readonly secondParentId: CommitId | null;
  /** E-mail of the author; empty when unknown. */
  readonly authorEmail: string;
  /** Device id of the client that made it, `EMPTY_ID` when the server did. */
  readonly creator: string;
  readonly description: string;
  /** Creation time, Unix seconds. */
  readonly ctimeSeconds: number;
  /** Name and description of the library live in its commits; renaming is a commit. */
  readonly libraryName: string;
  readonly libraryDescription: string;
  readonly deviceName: string | null;
  readonly clientVersion: string | null;
  readonly encryption: LibraryEncryption | null;
  /** Made by the server to join two heads. */
  readonly isMerge: boolean;
  /** A merge that had to keep both versions of something. */
  readonly hasConflict: boolean;
}

/** Fields that the id of a commit is computed over; parents and library are not among them. */
export type CommitIdentity = Pick<
  Commit,
  'rootId' | 'creator' | 'authorEmail' | 'description' | 'ctimeSeconds'
>;

/**
 * SHA-1 over root, creator, author and description, each followed by a NUL, and the time as 8 bytes
 * big-endian (recorded from the reference client and C server, `test/fixtures/vectors/commits.json`). An
 * author that is unknown is left out together with its NUL.
 */
export function commitIdOf(commit: CommitIdentity): CommitId {
  const author = commit.authorEmail === '' ? '' : `${commit.authorEmail}\0`;
  const text = Buffer.from(`${commit.rootId}\0${commit.creator}\0${author}${commit.description}\0`);
  const time = Buffer.alloc(8);
  time.writeBigInt64BE(BigInt(commit.ctimeSeconds));
  return hash('sha1', Buffer.concat([text, time]), 'hex') as CommitId;
}

/** The JSON bytes under which a commit is stored and served. Key order is that of the reference client. */
export function encodeCommit(commit: Commit): Buffer {
  const json: Record<string, unknown> = {
    commit_id: commit.id,
    root_id: commit.rootId,
    repo_id: commit.libraryId,
    creator_name: commit.authorEmail,
    creator: commit.creator,
    description: commit.description,
    ctime: commit.ctimeSeconds,
    parent_id: commit.parentId,
    second_parent_id: commit.secondParentId,
    repo_name: commit.libraryName,
    repo_desc: commit.libraryDescription,
    repo_category: null,
  };
  if (commit.authorEmail === '') delete json['creator_name'];
  if (commit.deviceName !== null) json['device_name'] = commit.deviceName;
  if (commit.clientVersion !== null) json['client_version'] = commit.clientVersion;
  Object.assign(json, encryptionToJson(commit.encryption));
  if (commit.isMerge) json['new_merge'] = 1;
  if (commit.hasConflict) json['conflict'] = 1;
  json['no_local_history'] = 1;
  json['version'] = 1;
  return Buffer.from(JSON.stringify(json));
}

function encryptionToJson(encryption: LibraryEncryption | null): Record<string, unknown> {
  if (encryption === null) return {};
  const json: Record<string, unknown> = { encrypted: 'true', enc_version: encryption.version };
  if (encryption.passwordHash === null) json['magic'] = encryption.magic;
  if (encryption.randomKey !== '') json['key'] = encryption.randomKey;
  if (encryption.salt !== '') json['salt'] = encryption.salt;
  if (encryption.passwordHash !== null) {
    json['pwd_hash'] = encryption.passwordHash.hash;
    json['pwd_hash_algo'] = encryption.passwordHash.algorithm;
    json['pwd_hash_params'] = encryption.passwordHash.parameters;
  }
  return json;
}

/**
 * The commit in stored or received JSON bytes. Its id is the one it names itself: see `commitIdOf` to check
 * it.
 * @throws DomainError `object-corrupt` for anything the reference clients would refuse to read.
 */
export function decodeCommit(bytes: Uint8Array): Commit {
  const json = parseJsonObject('commit', bytes);
  const id = json['commit_id'];
  if (!isCommitId(id)) throw corrupt('commit', 'commit_id');
  const { root_id: rootId, repo_id: libraryId, ctime: ctimeSeconds, creator = EMPTY_ID } = json;
  if (json['version'] !== 1) throw corrupt(id, 'version');
  if (!isObjectId(rootId)) throw corrupt(id, 'root_id');
  if (!isLibraryId(libraryId)) throw corrupt(id, 'repo_id');
  if (!isSafeInteger(ctimeSeconds)) throw corrupt(id, 'ctime');
  if (typeof creator !== 'string' || creator.length !== 40) throw corrupt(id, 'creator');
  return {
    id,
    libraryId,
    rootId,
    parentId: parentOf(id, json['parent_id']),
    secondParentId: parentOf(id, json['second_parent_id']),
    authorEmail: textOf(json['creator_name']),
    creator,
    description: textOf(json['description']),
    ctimeSeconds,
    libraryName: textOf(json['repo_name']),
    libraryDescription: textOf(json['repo_desc']),
    deviceName: textOrNull(json['device_name']),
    clientVersion: textOrNull(json['client_version']),
    encryption: encryptionFromJson(id, json),
    isMerge: json['new_merge'] === 1,
    hasConflict: json['conflict'] === 1,
  };
}

function encryptionFromJson(id: CommitId, json: Record<string, unknown>): LibraryEncryption | null {
  if (json['encrypted'] !== 'true' && json['encrypted'] !== true) return null;
  const version = json['enc_version'];
  if (version !== 1 && version !== 2 && version !== 3 && version !== 4) throw corrupt(id, 'enc_version');
  const passwordHash = {
    hash: textOf(json['pwd_hash']),
    algorithm: textOf(json['pwd_hash_algo']),
    parameters: textOf(json['pwd_hash_params']),
  };
  const encryption: LibraryEncryption = {
    version,
    magic: textOf(json['magic']),
    randomKey: textOf(json['key']),
    salt: textOf(json['salt']),
    passwordHash: passwordHash.hash === '' ? null : passwordHash,
  };
  const malformed = malformedEncryptionField(encryption);
  if (malformed !== null) throw corrupt(id, malformed);
  return encryption;
}

function parentOf(id: CommitId, value: unknown): CommitId | null {
  if (value === null || value === undefined) return null;
  if (!isCommitId(value)) throw corrupt(id, 'parent_id');
  return value;
}

/** Lone surrogates, which JSON can escape, become U+FFFD: what they are hashed and sent as anyway. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value.toWellFormed() : '';
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value.toWellFormed() : null;
}
