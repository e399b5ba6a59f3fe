import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, extname } from 'node:path';

const FULL_BYTES = 1_000_000;

/** Older files kept beside the current one. */
const KEPT_BEFORE = 2;

/**
 * A log file that is rotated when full: `service.log` has `service.1.log` and the older `service.2.log` beside it.
 * Lines are written synchronously, so that the last one before a crash is there. Where writing fails, lines are lost
 * and work goes on.
 */
export class LogFile {
  readonly #path: string;
  readonly #fullBytes: number;
  #fd: number | null = null;
  #sizeBytes = 0;

  constructor(path: string, fullBytes = FULL_BYTES) {
    this.#path = path;
    this.#fullBytes = fullBytes;
  }

  write(line: string): void {
    try {
      this.#append(Buffer.from(line));
    } catch {
      // By the next line, the disk may have room or the folder may exist.
      this.#close();
    }
  }

  #append(bytes: Buffer): void {
    this.#fd ??= this.#open();
    if (this.#sizeBytes > 0 && this.#sizeBytes + bytes.length > this.#fullBytes) {
      this.#close();
      this.#makeRoom();
      this.#fd = this.#open();
    }
    this.#sizeBytes += writeSync(this.#fd, bytes);
  }

  #open(): number {
    mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
    const fd = openSync(this.#path, 'a', 0o600);
    this.#sizeBytes = fstatSync(fd).size;
    return fd;
  }

  /** On Windows another program may hold one of the files; then the newest lines matter more than older ones. */
  #makeRoom(): void {
    try {
      for (let age = KEPT_BEFORE; age > 0; age--) {
        const newer = this.#pathOf(age - 1);
        if (existsSync(newer)) renameSync(newer, this.#pathOf(age));
      }
    } catch {
      rmSync(this.#path, { force: true });
    }
  }

  #pathOf(age: number): string {
    if (age === 0) return this.#path;
    const ending = extname(this.#path);
    return `${this.#path.slice(0, this.#path.length - ending.length)}.${age}${ending}`;
  }

  #close(): void {
    if (this.#fd === null) return;
    const fd = this.#fd;
    this.#fd = null;
    try {
      closeSync(fd);
    } catch {
      // It is gone in any case.
    }
  }
}
