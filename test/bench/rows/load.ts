import { existsSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';

/** What is asked again and again. */
export interface Question {
  readonly url: string;
  /** Process of the server. */
  readonly pid: number;
  /** With the query. */
  readonly path: string;
  readonly token: string;
}

export interface LoadSize {
  readonly connections: number;
  readonly milliseconds: number;
}

/** What came of one load. */
export interface Answers {
  /** Of each answer, ascending. */
  readonly milliseconds: readonly number[];
  readonly perSecond: number;
  /** Processor time of the server's process for one answer; NaN where the system does not tell. */
  readonly cpuMs: number;
}

const MS_A_TICK = 10;

/**
 * Asks over so many kept connections for so long, on each the next question as soon as there is an answer. It speaks HTTP
 * by itself, because `node:http` takes more time for a small answer than the server does, which would then be measured.
 *
 * @throws Error at the first answer that is no success
 */
export async function load(question: Question, size: LoadSize): Promise<Answers> {
  const { pid } = question;
  const taken: number[] = [];
  const cpuBefore = cpuMsOf(pid);
  const from = performance.now();
  const isOver = () => performance.now() - from >= size.milliseconds;
  const asked = Array.from({ length: size.connections }, () => askUntil(question, taken, isOver));
  await Promise.all(asked);
  const seconds = (performance.now() - from) / 1000;
  return {
    milliseconds: taken.sort((a, b) => a - b),
    perSecond: taken.length / seconds,
    cpuMs: (cpuMsOf(pid) - cpuBefore) / taken.length,
  };
}

/** The value that this share of all is not above. */
export function quantile(ascending: readonly number[], share: number): number {
  return ascending[Math.max(0, Math.ceil(ascending.length * share) - 1)] ?? Number.NaN;
}

/** One connection. */
async function askUntil(question: Question, taken: number[], isOver: () => boolean): Promise<void> {
  const { hostname, port, host } = new URL(question.url);
  const { path, token } = question;
  const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Token ${token}\r\n\r\n`;
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const ended = Promise.withResolvers<void>();
  const answer = new AnswerReader();
  let askedAt = 0;
  const ask = () => {
    askedAt = performance.now();
    socket.write(request);
  };
  socket.on('connect', ask);
  socket.on('error', ended.reject);
  socket.on('close', () => ended.resolve());
  socket.on('data', (part) => {
    try {
      if (!answer.isWholeWith(part)) return;
      taken.push(performance.now() - askedAt);
      if (isOver()) socket.destroy();
      else ask();
    } catch (error) {
      fail(socket, path, error);
    }
  });
  await ended.promise;
}

function fail(socket: Socket, path: string, cause: unknown): void {
  socket.destroy(new Error(`${path} was not answered`, { cause }));
}

/** Answers that come one after the other. */
class AnswerReader {
  #head = Buffer.alloc(0);
  /** Null: the head of the next answer is not whole yet. */
  #left: number | null = null;

  /** @throws Error for what is no success, or does not say how long it is */
  isWholeWith(part: Buffer): boolean {
    if (this.#left === null) {
      this.#head = Buffer.concat([this.#head, part]);
      const end = this.#head.indexOf('\r\n\r\n');
      if (end < 0) return false;
      this.#left = lengthIn(this.#head.toString('latin1', 0, end)) - (this.#head.length - end - 4);
      this.#head = Buffer.alloc(0);
    } else this.#left -= part.length;
    if (this.#left > 0) return false;
    this.#left = null;
    return true;
  }
}

function lengthIn(head: string): number {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (!head.startsWith('HTTP/1.1 200 ') || length === undefined) throw new Error(head);
  return Number(length);
}

/** Only Linux tells of another process without a tool. */
function cpuMsOf(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  // The name before it may hold spaces; of what follows the 12th and 13th are ticks in programs and in the system.
  const [, text = ''] = readFileSync(file, 'utf8').split(') ');
  const fields = text.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_A_TICK;
}
