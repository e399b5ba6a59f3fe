import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import koffi from 'koffi';

// Another program on the Windows computer, which does there what it is asked for over HTTP: run by Windows' own Node as
// `other-program.ts <file for its port>`.

const kernel = koffi.load('kernel32.dll');
const createFile = kernel.func(
  'intptr_t __stdcall CreateFileW(str16 name, uint32_t access, uint32_t share, void *security, uint32_t disposition, uint32_t flags, void *template)',
);
const closeHandle = kernel.func('int __stdcall CloseHandle(intptr_t handle)');
const replaceFile = kernel.func(
  'int __stdcall ReplaceFileW(str16 replaced, str16 replacement, str16 backup, uint32_t flags, void *exclude, void *reserved)',
);
const setAttributes = kernel.func('int __stdcall SetFileAttributesW(str16 name, uint32_t attributes)');
const lastError = kernel.func('uint32_t __stdcall GetLastError()');

const READ = 0x8000_0000;
const WRITE = 0x4000_0000;
const OPEN_EXISTING = 3;
const READ_ONLY = 1;
/** What others may do meanwhile. None of these gives leave to rename or delete, as most programs do not. */
const SHARES = { nothing: 0, reading: 1, 'reading and writing': 3 } as const;

type Sharing = keyof typeof SHARES;

const held = new Map<string, number>();
const scan = { isOn: false, held: 0, seen: new Set<string>() };

function must(isDone: boolean, what: string): void {
  if (!isDone) throw new Error(`${what}: Windows error ${lastError()}`);
}

function open(path: string, sharing: Sharing): number {
  const access = sharing === 'nothing' ? READ + WRITE : READ;
  const handle = Number(createFile(path, access, SHARES[sharing], null, OPEN_EXISTING, 0, null));
  must(handle !== -1, `CreateFile ${path}`);
  return handle;
}

function fileKey(path: string): string {
  const { ino, mtimeMs } = statSync(path);
  return `${ino} ${mtimeMs}`;
}

/** Holds each file that is new in the folder, and goes on as soon as others have had their turn. */
function scanOnce(folder: string, forMs: number): void {
  for (const name of readdirSync(folder)) {
    try {
      const path = join(folder, name);
      const key = fileKey(path);
      if (scan.seen.has(key)) continue;
      scan.seen.add(key);
      const handle = open(path, 'reading and writing');
      scan.held += 1;
      setTimeout(() => closeHandle(handle), forMs);
    } catch {
      // It went meanwhile, or its owner lets nobody in: the next one.
    }
  }
  if (scan.isOn) setTimeout(() => scanOnce(folder, forMs), 5);
}

export const OPERATIONS = {
  platform: () => `${process.platform} ${process.version}`,
  write(path: string, text: string) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  },
  /** Files with these numbers in the place of `#`. */
  writeMany(path: string, count: number) {
    mkdirSync(dirname(path), { recursive: true });
    for (let number = 0; number < count; number += 1)
      writeFileSync(path.replace('#', String(number)), `number ${number}`);
  },
  makeFolder: (path: string) => void mkdirSync(path, { recursive: true }),
  rename: (from: string, to: string) => renameSync(from, to),
  remove: (path: string) => rmSync(path, { recursive: true }),
  /** As Word and editors save: the text goes beside the file and then takes its place, with the old text kept until then. */
  saveBeside(path: string, text: string) {
    const [beside, backup] = [`${dirname(path)}\\~WRD0001.tmp`, `${dirname(path)}\\~WRL0001.tmp`];
    writeFileSync(beside, text);
    must(replaceFile(path, beside, backup, 0, null, null) !== 0, 'ReplaceFile');
    rmSync(backup);
  },
  makeReadOnly: (path: string) => must(setAttributes(path, READ_ONLY) !== 0, 'SetFileAttributes'),
  /** Opens a file and keeps it open until it is let go. */
  hold: (path: string, sharing: Sharing) => void held.set(path, open(path, sharing)),
  letGo(path: string) {
    closeHandle(held.get(path) ?? 0);
    held.delete(path);
  },
  /** Opens every file that comes into a folder, as virus scanners and indexers do, and holds it for a moment. */
  startScanning(folder: string, forMs: number) {
    for (const name of readdirSync(folder)) scan.seen.add(fileKey(join(folder, name)));
    scan.isOn = true;
    scanOnce(folder, forMs);
  },
  /** How many files were held. */
  stopScanning() {
    scan.isOn = false;
    return scan.held;
  },
  /** Ends a process as the Task Manager does. */
  end: (pid: number) => void process.kill(pid),
  /** The status with which a form of so many bytes is answered. */
  async post(url: string, sizeBytes: number) {
    const body = new URLSearchParams({ long: 'x'.repeat(sizeBytes) });
    const response = await fetch(url, { method: 'POST', body });
    await response.arrayBuffer();
    return response.status;
  },
};

export type Operations = typeof OPERATIONS;

async function answer(asked: string): Promise<object> {
  try {
    const { name, args } = JSON.parse(asked) as { name: keyof Operations; args: unknown[] };
    const operation = OPERATIONS[name] as (...args: unknown[]) => unknown;
    return { done: (await operation(...args)) ?? null };
  } catch (error) {
    return { failed: String(error) };
  }
}

const [portFile = ''] = process.argv.slice(2);
const server = createServer(async (request, response) => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  response.end(JSON.stringify(await answer(Buffer.concat(pieces).toString('utf8'))));
});
server.listen(0, '127.0.0.1', () => {
  const file = openSync(portFile, 'w');
  writeFileSync(file, String((server.address() as AddressInfo).port));
  closeSync(file);
});
