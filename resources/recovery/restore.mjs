// Brings files out of a Keepfold data folder without Keepfold.
//
// Needs Node.js 18 or newer (https://nodejs.org) and nothing else. It only reads the data folder and writes into a new
// or empty folder of your choice. Every part of every file is checked against its hash: what is damaged is named and
// left out, never made up.
//
//   node restore-without-keepfold.mjs list                         the libraries, and when each was last changed
//   node restore-without-keepfold.mjs commits <library>            every version of a library, the newest first
//   node restore-without-keepfold.mjs restore <library> <folder>   writes a library, as it was last, into a folder
//     --at <commit>        as it was then: an id from `commits`, or the beginning of one
//     --path <path>        only this file or folder of the library, for example /letters/2024
//     --password <text>    the password of an encrypted library (or set KEEPFOLD_PASSWORD)
//     --sheet <file>       the recovery sheet of an encrypted library, as Keepfold saved it, or a text file with what is
//                          printed on it: a line each for library, enc_version, salt, random_key and magic. With it any
//                          version opens with the password of the sheet, also one from before that was changed.
//     --data <folder>      the data folder, unless this file lies in it
//
// <library> is an id or a name. Ends with 0 when everything was written, else with 1, or 2 for an unknown command.
// Everything in the data folder is an object: blocks (content of files), fs objects (JSON: folders, and lists of the
// blocks of a file) and commits (JSON: one version of a library). Blocks and fs objects are named by the SHA-1 of their
// bytes. Small ones lie behind one another in storage/<library>/packs/*.pack, each after a header of 40 bytes; blocks
// of 1 MiB and more are files, storage/<library>/blocks/<2 digits>/<38 digits>. heads.journal has a line for every
// change of every library; the last line of a library names its newest commit.
import { createDecipheriv, createHash, pbkdf2Sync } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflateSync } from 'node:zlib';

const EMPTY = '0'.repeat(40); // a folder or file without content, which is never stored
const KINDS = { 1: 'block', 2: 'fs', 3: 'commit' };

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 of the parts, one after the other. */
function crc32(...parts) {
  let crc = 0xffffffff;
  for (const part of parts) for (const byte of part) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ byte) & 0xff];
  return (crc ^ 0xffffffff) >>> 0;
}

const namesIn = (folder) => (fs.existsSync(folder) ? fs.readdirSync(folder) : []);

/** The objects of one library. */
class Library {
  constructor(dataFolder, id) {
    this.id = id;
    this.folder = join(dataFolder, 'storage', id);
    this.places = new Map(); // kind and id → where copies lie, the newest first
    const packs = namesIn(join(this.folder, 'packs')).filter((name) => /^\d+\.pack$/.test(name));
    packs.sort((a, b) => parseInt(a, 10) - parseInt(b, 10));
    for (const name of packs) this.scanPack(join(this.folder, 'packs', name));
  }

  /** Notes every whole record of a pack. After damage it goes on at the next thing that looks like a record. */
  scanPack(path) {
    const bytes = fs.readFileSync(path);
    for (let at = 48; at !== -1 && at + 40 <= bytes.length; ) {
      const stored = bytes.readUInt32LE(at + 28);
      const payload = bytes.subarray(at + 40, at + 40 + stored);
      const kind = bytes.toString('latin1', at, at + 4) === 'KFOB' ? KINDS[bytes[at + 4]] : undefined;
      const isWhole = kind !== undefined && payload.length === stored;
      if (isWhole && crc32(bytes.subarray(at, at + 36), payload) === bytes.readUInt32LE(at + 36)) {
        const name = kind + bytes.toString('hex', at + 8, at + 28);
        const place = { path, at: at + 40, stored, isDeflated: bytes[at + 5] === 1 };
        this.places.set(name, [place, ...(this.places.get(name) ?? [])]);
        at += 40 + stored;
      } else at = bytes.indexOf('KFOB', at + 1, 'latin1');
    }
  }

  /** The bytes of an object, proven to be what its name says. */
  read(kind, id) {
    if (kind === 'fs' && id === EMPTY) return Buffer.alloc(0);
    const file = join(this.folder, 'blocks', id.slice(0, 2), id.slice(2));
    const places = [...(this.places.get(kind + id) ?? [])];
    if (kind === 'block' && fs.existsSync(file)) places.push({ path: file });
    for (const place of places) {
      const bytes = readPlace(place);
      if (bytes !== null && isNamed(bytes, kind, id)) return bytes;
    }
    throw new Error(`${kind} ${id} is ${places.length > 0 ? 'damaged' : 'missing'}`);
  }

  json(kind, id) {
    return JSON.parse(this.read(kind, id).toString('utf8'));
  }

  entries(folderId) {
    return folderId === EMPTY ? [] : this.json('fs', folderId).dirents;
  }

  /** Null: it is not there, or damaged. */
  commit(id) {
    try {
      return this.json('commit', id);
    } catch {
      return null;
    }
  }

  /** Those that can be read. */
  commits() {
    const names = [...this.places.keys()].filter((name) => name.startsWith('commit'));
    const commits = names.map((name) => this.commit(name.slice(6))).filter((commit) => commit !== null);
    return commits.sort((a, b) => (secondsIn(b.ctime) ?? 0) - (secondsIn(a.ctime) ?? 0));
  }

  /** What the journal says, else the newest commit that no other names as its parent; undefined: there is none. */
  head(journal) {
    const journalled = this.commit(journal.get(this.id)?.head_commit_id);
    if (journalled !== null) return journalled;
    // A folder that is a library of its own has commits here as well.
    const commits = this.commits().filter((commit) => commit.repo_id === this.id);
    const parents = new Set(commits.flatMap((commit) => [commit.parent_id, commit.second_parent_id]));
    return commits.find((commit) => !parents.has(commit.commit_id));
  }
}

function readPlace({ path, at, stored, isDeflated }) {
  if (at === undefined) return fs.readFileSync(path);
  const bytes = Buffer.alloc(stored);
  const file = fs.openSync(path, 'r');
  try {
    fs.readSync(file, bytes, 0, stored, at);
    return isDeflated ? inflateSync(bytes) : bytes;
  } catch {
    return null; // another copy may be whole
  } finally {
    fs.closeSync(file);
  }
}

/** The id of a commit does not cover all of its text, so there the checksum of the record has to do. */
function isNamed(bytes, kind, id) {
  if (kind === 'commit') return JSON.parse(bytes.toString('utf8')).commit_id === id;
  return createHash('sha1').update(bytes).digest('hex') === id;
}

/** The last line of each library. Lines that fail their checksum were never finished, or are damaged. */
function readJournal(dataFolder) {
  const last = new Map();
  const path = join(dataFolder, 'heads.journal');
  const lines = fs.existsSync(path) ? fs.readFileSync(path, 'utf8').split('\n') : [];
  for (const line of lines) {
    const json = line.slice(9);
    if (json === '' || crc32(Buffer.from(json)) !== parseInt(line.slice(0, 8), 16)) continue;
    const entry = JSON.parse(json);
    if (entry.library_id) last.set(entry.library_id, entry);
  }
  return last;
}

function libraryIds(dataFolder, journal) {
  const stored = namesIn(join(dataFolder, 'storage')).filter((name) => /^[0-9a-f-]{36}$/.test(name));
  return [...new Set([...journal.keys(), ...stored])].filter((id) => journal.get(id)?.type !== 'purged');
}

const isEncrypted = ({ encrypted }) => encrypted === 'true' || encrypted === true;

/** How many digits each line of a recovery sheet has to have; spaces between them do not count. */
const SHEET_DIGITS = { salt: 64, random_key: 96, magic: 64 };

/** What stands on a recovery sheet, in the words of a commit. */
function readSheet(file, libraryId) {
  const text = fs.readFileSync(file, 'utf8').replace(/<[^>]*>/g, '\n');
  const id = /\blibrary\s*:?\s+([0-9a-f-]{36})/i.exec(text)?.[1]?.toLowerCase();
  if (id !== libraryId) throw new Error(`the sheet is of the library ${id ?? '(none named)'}, not ${libraryId}`);
  const found = {};
  for (const [name, length] of Object.entries(SHEET_DIGITS)) {
    const digits = new RegExp(`\\b${name}\\s*:?((\\s*[0-9a-f]){${length}})(?![0-9a-f])`, 'i').exec(text)?.[1];
    if (!digits && text.includes(name)) throw new Error(`${name} has to have ${length} digits on the sheet`);
    found[name] = (digits ?? '').replace(/\s/g, '').toLowerCase();
  }
  if (found.random_key === '') throw new Error('the sheet has no random_key');
  return { ...found, key: found.random_key, enc_version: Number(/\benc_version\s*:?\s+(\d)/i.exec(text)?.[1]) };
}

/** What turns a stored block into content. Version 1, which no client has made for a decade, is not read here. */
function decrypterFor(commit, password, sheet) {
  if (!isEncrypted(commit)) return (bytes) => bytes;
  const keys = sheet ? readSheet(sheet, commit.repo_id) : commit;
  const version = keys.enc_version;
  if (![2, 3, 4].includes(version)) throw new Error(`encryption of version ${version} cannot be read here`);
  if (!password) throw new Error('this library is encrypted: give --password');
  const salt = Buffer.from(version === 2 ? 'da9045c306c7cc26' : keys.salt, 'hex');
  const derive = (secret) => {
    const key = pbkdf2Sync(secret, salt, 1000, 32, 'sha256');
    if (version === 3) return { cipher: 'aes-128-ecb', key: key.subarray(0, 16), iv: null };
    return { cipher: 'aes-256-cbc', key, iv: pbkdf2Sync(key, salt, 10, 16, 'sha256') };
  };
  const decrypt = ({ cipher, key, iv }, bytes) => {
    const decipher = createDecipheriv(cipher, key, iv);
    return Buffer.concat([decipher.update(bytes), decipher.final()]);
  };
  try {
    const proof = derive(Buffer.from(commit.repo_id + password)).key.toString('hex');
    if (keys.magic && !keys.magic.startsWith(proof)) throw new Error('not the password');
    const fileKey = derive(decrypt(derive(Buffer.from(password)), Buffer.from(keys.key, 'hex')));
    return (bytes) => decrypt(fileKey, bytes);
  } catch {
    throw new Error(sheet ? 'the password is wrong, or a line of the sheet' : 'the password is wrong');
  }
}

const isFolder = ({ mode }) => (mode & 0o170000) === 0o040000;

/** Writes entries of a library; goes on after what is damaged and remembers it. */
class Writer {
  files = 0;
  problems = [];

  constructor(library, decrypt) {
    this.library = library;
    this.decrypt = decrypt;
  }

  write(entry, path) {
    try {
      if (isFolder(entry)) this.writeFolder(entry, path);
      else this.writeFile(entry, path);
      const time = secondsIn(entry.mtime);
      if (time !== null) fs.utimesSync(path, time, time);
    } catch (error) {
      this.problems.push(`${path}: ${error.message}`);
    }
  }

  writeFolder({ id }, path) {
    fs.mkdirSync(path, { recursive: true });
    for (const entry of this.library.entries(id)) {
      if (!FORBIDDEN.test(entry.name)) this.write(entry, join(path, entry.name));
      else this.problems.push(`${path}: ${JSON.stringify(entry.name)} cannot be a name here`);
    }
  }

  /** Every block is proven before the file is made, so that there is never half a file. */
  writeFile({ id, mode }, path) {
    const content = id === EMPTY ? { block_ids: [], size: 0 } : this.library.json('fs', id);
    for (const block of content.block_ids) this.library.read('block', block);
    const file = fs.openSync(path, 'wx', mode & 0o100 ? 0o755 : 0o644);
    let written = 0;
    try {
      for (const block of content.block_ids) {
        const bytes = this.decrypt(this.library.read('block', block));
        for (let done = 0; done < bytes.length; ) done += fs.writeSync(file, bytes, done);
        written += bytes.length;
      }
    } finally {
      fs.closeSync(file);
    }
    if (written !== content.size) throw new Error(`has ${written} bytes instead of ${content.size}`);
    this.files += 1;
  }
}

/** Names come from others: none may lead out of the folder that is written. */
const FORBIDDEN =
  process.platform === 'win32'
    ? /^$|[\\/:*?"<>|\0]|[. ]$|^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³]) *(\.|$)/i
    : /^\.{0,2}$|[/\0]/;

function findInTree(library, rootId, path) {
  let entry = { id: rootId, mode: 0o040000 };
  for (const name of path.split('/').filter((part) => part !== '')) {
    const found = library.entries(entry.id).find((each) => each.name === name);
    if (found === undefined) throw new Error(`there is no ${path} in it`);
    entry = found;
  }
  return entry;
}

function run(argv) {
  const options = {};
  const words = [];
  for (let i = 0; i < argv.length; i++) {
    if (argv[i].startsWith('--')) options[argv[i].slice(2)] = argv[++i];
    else words.push(argv[i]);
  }
  const [command, wanted, target] = words;
  const dataFolder = resolve(options.data ?? dirname(fileURLToPath(import.meta.url)));
  const journal = readJournal(dataFolder);
  if (command === 'list') return list(dataFolder, journal);
  if (!(command === 'commits' ? wanted : command === 'restore' && target)) {
    const [words] = fs.readFileSync(fileURLToPath(import.meta.url), 'utf8').split('import ');
    console.error(words.replace(/^\/\/ ?/gm, ''));
    return 2;
  }
  const isWanted = (id) => id === wanted || journal.get(id)?.name === wanted;
  const [id, second] = libraryIds(dataFolder, journal).filter(isWanted);
  if (!id || second) throw new Error(`${id ? 'several libraries' : 'no library'} called ${wanted}`);
  const library = new Library(dataFolder, id);
  return command === 'commits' ? listCommits(library) : restore(library, journal, target, options);
}

/** Times come from others, too. Null: no calendar has it. */
function secondsIn(time) {
  return Number.isFinite(time) && time >= -62135596800 && time <= 253402300799 ? time : null;
}

function timeOf({ ctime }) {
  const seconds = secondsIn(ctime);
  return seconds === null ? 'unknown time' : new Date(seconds * 1000).toISOString();
}

/** Texts come from others: what a terminal would obey instead of showing it is written as \u001b. */
function visible(text) {
  const hidden = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
  const escaped = (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return String(text ?? '').replace(hidden, escaped);
}

function list(dataFolder, journal) {
  let code = 0;
  for (const id of libraryIds(dataFolder, journal)) {
    const note = journal.get(id)?.type === 'deleted' ? '  (deleted)' : '';
    try {
      const head = new Library(dataFolder, id).head(journal);
      const about = head ? `${timeOf(head)}  ${visible(head.repo_name)}` : 'no version can be read';
      console.log(`${id}  ${about}${note}${head && isEncrypted(head) ? '  (encrypted)' : ''}`);
    } catch (error) {
      code = 1;
      console.log(`${id}  cannot be read: ${visible(error.message)}${note}`);
    }
  }
  return code;
}

function listCommits(library) {
  for (const commit of library.commits()) {
    const [title] = String(commit.description ?? '').split('\n', 1);
    const words = [commit.commit_id, timeOf(commit), visible(commit.creator_name), visible(title.slice(0, 300))];
    console.log(words.join('  '));
  }
  return 0;
}

function restore(library, journal, target, options) {
  const { at, path = '/', password = process.env.KEEPFOLD_PASSWORD, sheet } = options;
  const commits = library.commits().filter((each) => at && each.commit_id.startsWith(at));
  const commit = at ? commits[0] : library.head(journal);
  if (!commit || commits[1]) throw new Error('there is no such version, or more than one: see "commits"');
  if (namesIn(target).length > 0) throw new Error(`${target} is not empty`);
  const writer = new Writer(library, decrypterFor(commit, password, sheet));
  const entry = findInTree(library, commit.root_id, path);
  fs.mkdirSync(target, { recursive: true });
  const name = FORBIDDEN.test(entry.name) ? 'restored file' : entry.name;
  writer.write(entry, isFolder(entry) ? target : join(target, name));
  for (const problem of writer.problems) console.error(visible(problem));
  console.log(`${writer.files} files written to ${resolve(target)}; ${writer.problems.length} problems.`);
  return writer.problems.length === 0 ? 0 : 1;
}

try {
  process.exitCode = run(process.argv.slice(2));
} catch (error) {
  console.error(visible(error.message));
  process.exitCode = 1;
}
