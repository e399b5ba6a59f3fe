import { createHmac, randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, win32 } from 'node:path';
import { said } from '../../src-shared/service-words.ts';
import { NAMES } from '../store/backend/disk/file-ops.ts';
import { dataDirUnusable, StartError } from './start-error.ts';

/** Paths inside the data folder. */
export interface DataDir {
  readonly path: string;
  readonly database: string;
  readonly journal: string;
  /** Folder with the objects of every library. */
  readonly storage: string;
  readonly secret: string;
  /** Key of the certificate that other devices are shown. */
  readonly tlsKey: string;
  readonly tlsCertificate: string;
  readonly lock: string;
  readonly instance: string;
  readonly cliToken: string;
}

const SECRET_BYTES = 32;

const DATABASE = 'keepfold.db';
const LOCK = 'instance.lock';
const PRIVATE_FILES = [DATABASE, LOCK];

/**
 * Opens or makes the data folder, for its owner only.
 * @throws StartError `data-dir-unusable`
 */
export function openDataDir(path: string): DataDir {
  try {
    makeFolder(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    const probe = join(path, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    NAMES.remove(probe);
    // SQLite gives the files beside a database the rights of the database itself.
    for (const name of PRIVATE_FILES) closeSync(openSync(join(path, name), 'a', 0o600));
  } catch (cause) {
    throw dataDirUnusable(path, cause, (reason) => said('dataFolderUnusable', { what: path, reason }));
  }
  return dataDirAt(path);
}

/** The paths in a data folder, whether or not it exists. */
export function dataDirAt(path: string): DataDir {
  return {
    path,
    database: join(path, DATABASE),
    journal: join(path, 'heads.journal'),
    storage: join(path, 'storage'),
    secret: join(path, 'secret.key'),
    tlsKey: join(path, 'tls.key'),
    tlsCertificate: join(path, 'tls.crt'),
    lock: join(path, LOCK),
    instance: join(path, 'instance.json'),
    cliToken: join(path, 'cli-token'),
  };
}

/** One folder after the other: Node's own recursion never ends where making one fails as if its parent were missing. */
function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let at = path; !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.push(at);
  for (const folder of missing.reverse()) mkdirSync(folder, { mode: 0o700 });
}

/** The secret that tokens and cursors derive from: made once, readable by the owner only. */
export function loadSecret(dataDir: DataDir): Buffer {
  const path = dataDir.secret;
  if (!existsSync(path)) writePrivateFile(path, randomBytes(SECRET_BYTES));
  const secret = readFileSync(path);
  if (secret.length !== SECRET_BYTES) {
    throw new StartError('data-dir-unusable', `${path} is damaged: it must hold ${SECRET_BYTES} bytes.`);
  }
  return secret;
}

/** Identifies this data folder, wherever it is moved; reveals nothing about the secret. */
export function dataFolderIdOf(secret: Uint8Array): string {
  return createHmac('sha256', secret).update('data folder id').digest('hex').slice(0, 16);
}

/** Replaces a file in one step, readable by its owner only; no reader ever sees half of it. */
export function writePrivateFile(path: string, content: string | Uint8Array, names = NAMES): void {
  const temporary = `${path}.new`;
  writeFileSync(temporary, content, { mode: 0o600, flush: true });
  names.rename(temporary, path);
}

/** What a running instance records so that the command line finds it. */
export interface InstanceRecord {
  readonly url: string;
  readonly pid: number;
}

/** Removes the record. If that fails, no harm is done, and `failed` is called. */
export function removeInstance(dataDir: Pick<DataDir, 'instance'>, failed: (err: unknown) => void): void {
  try {
    // No retries for a file that is held: a stop has little time, and the next start removes the record.
    rmSync(dataDir.instance, { force: true });
  } catch (err) {
    failed(err);
  }
}

/** Null when nothing is recorded or the record is unreadable. It is only valid while the instance lock is held. */
export function readInstance(dataDir: Pick<DataDir, 'instance'>): InstanceRecord | null {
  let text: string;
  try {
    text = readFileSync(dataDir.instance, 'utf8');
  } catch {
    return null;
  }
  try {
    const value = JSON.parse(text) as Partial<InstanceRecord>;
    return typeof value.url === 'string' && typeof value.pid === 'number'
      ? { url: value.url, pid: value.pid }
      : null;
  } catch {
    return null;
  }
}

interface DataFolderPlace {
  readonly dataDir: string;
  readonly platform: NodeJS.Platform;
  /** Name of the account that runs this. */
  readonly user: string;
  /** Folders that only this account can read, such as the home folder. */
  readonly privateFolders: readonly string[];
}

/**
 * A warning about a data folder, with keys and tokens in it, that other accounts of the computer may read; null when
 * there is nothing to warn of. Elsewhere than on Windows the folder's mode protects it; there, the folder around it
 * does.
 */
export function openFolderWarning({
  dataDir,
  platform,
  user,
  privateFolders,
}: DataFolderPlace): string | null {
  if (platform !== 'win32' || privateFolders.some((folder) => isIn(folder, dataDir))) return null;
  return `Other accounts of this computer may be able to read the data folder ${dataDir}, and to act as you with what is in it: it lies outside your user folder. To keep them out: icacls "${dataDir}" /inheritance:r /grant:r "${user}:(OI)(CI)F"`;
}

/** Compares paths as Windows does, ignoring letter case. */
function isIn(folder: string, path: string): boolean {
  const way = win32.relative(folder, path);
  return way !== '..' && !way.startsWith('..\\') && !win32.isAbsolute(way);
}

/** Files in every data folder, with their names among the resources. */
const FILES: Readonly<Record<string, string>> = {
  'restore-without-keepfold.mjs': 'restore.mjs',
  'READ-ME.txt': 'READ-ME.txt',
};

/** Names of these in a data folder. */
export const RECOVERY_FILES: readonly string[] = Object.keys(FILES);

/**
 * Places the script that reads the data without this program, and a note about it, in the data folder, so that a copy
 * of the folder is all that is ever needed. Written only where missing or different.
 */
export function placeRecoveryFiles(dataDir: Pick<DataDir, 'path'>, resources: string): void {
  for (const [name, source] of Object.entries(FILES)) {
    const wanted = readFileSync(join(resources, 'recovery', source));
    const path = join(dataDir.path, name);
    if (!existsSync(path) || !readFileSync(path).equals(wanted)) writePrivateFile(path, wanted);
  }
}
