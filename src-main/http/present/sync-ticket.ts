import type { LibraryEncryption } from '../../core/library/library.ts';
import type { LibraryView } from '../../usecases/access/library-access.ts';
import { LIBRARY_FORMAT, saltOf } from './libraries.ts';
import { mtimeRelative, sizeFormatted, timestamp } from './values.ts';

export interface SyncTicketSource {
  readonly view: LibraryView;
  /** Empty when none was wanted. */
  readonly syncToken: string;
  readonly callerEmail: string;
  /** Where clients reach this server, `http://127.0.0.1:8730`. */
  readonly origin: string;
  readonly nowSeconds: number;
}

/** Clients require the field and use it for nothing any more. */
const RELAY_ID = '0'.repeat(40);

/** What a client needs to start syncing a library: the answer of creating one and of `download-info`. */
export function syncTicket({ view, syncToken, callerEmail, origin, nowSeconds }: SyncTicketSource) {
  const { library } = view;
  const { hostname, port } = new URL(origin);
  return {
    relay_id: RELAY_ID,
    relay_addr: hostname,
    relay_port: port === '' ? '80' : port,
    email: callerEmail,
    token: syncToken,
    repo_id: library.id,
    repo_name: library.name,
    repo_desc: library.description,
    repo_size: library.sizeBytes,
    repo_size_formatted: sizeFormatted(library.sizeBytes),
    mtime: library.updatedAtSeconds,
    last_modified: timestamp(library.updatedAtSeconds),
    mtime_relative: mtimeRelative(library.updatedAtSeconds, nowSeconds),
    ...encryptionPart(library.encryption),
    repo_version: LIBRARY_FORMAT,
    head_commit_id: library.headId,
    permission: view.permission,
  };
}

/** `encrypted` is the number 1 or empty text here, unlike everywhere else: seaf-cli compares it with 1. */
function encryptionPart(encryption: LibraryEncryption | null) {
  return {
    encrypted: encryption === null ? '' : 1,
    enc_version: encryption?.version ?? 0,
    salt: saltOf(encryption),
    magic: encryption?.magic ?? '',
    random_key: encryption?.randomKey ?? '',
    pwd_hash: encryption?.passwordHash?.hash ?? '',
    pwd_hash_algo: encryption?.passwordHash?.algorithm ?? '',
    pwd_hash_params: encryption?.passwordHash?.parameters ?? '',
  };
}
