import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../core/errors.ts';
import {
  MAX_BODY_MEMORY_BYTES,
  MAX_BODY_MEMORY_BYTES_PER_SENDER,
  SLOW_BODY_IN_MEMORY_SECONDS,
  UNCOUNTED_BODY_BYTES,
} from '../core/limits.ts';
import { nodeHttp } from './node-http.ts';
import { senderOf } from './request-context.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before a body is read; null where there can be none. */
    bodyShare: BodyShare | null;
  }
}

const LIMITS = {
  bytes: MAX_BODY_MEMORY_BYTES,
  bytesPerSender: MAX_BODY_MEMORY_BYTES_PER_SENDER,
  slowMs: SLOW_BODY_IN_MEMORY_SECONDS * 1000,
};
const RETRY_SECONDS = 5;
/** Of what a body holds so much has to come before it counts as slow. */
const LEAST_SHARE = 1 / 16;
/** Who holds so many times as much as another who finds no room gives way, however fast the bodies come in. */
const MUCH_MORE = 2;

interface Body {
  readonly sender: string;
  readonly end: () => void;
  bytes: number;
  /** What had come when it was last fast enough, and when that was; null: all of it is here, or it is read by others. */
  progress: { readonly bytes: number; readonly atMs: number } | null;
  hasEnded: boolean;
}

/** What one body takes of the memory of all. */
export interface BodyShare {
  /** @throws DomainError `busy` when so much in all would be too much at present; nothing is taken */
  requireRoom(totalBytes: number): void;
  /** Takes as much more as is missing to so much in all. @throws DomainError `busy` */
  grow(totalBytes: number): void;
  /** So much of it has come in; others may need its memory sooner than the rest comes. */
  came(totalBytes: number): void;
  /** All of it is here. */
  whole(): void;
  release(): void;
}

/**
 * Bounds the memory of all bodies that are on their way or worked on, and that of each sender. Where another sender
 * finds none left, bodies end that are on their way: those that come in slowly for what they hold, of senders that hold
 * more than the other would have then; else those of senders that hold twice as much.
 */
export class BodyMemory {
  readonly #limits: typeof LIMITS;
  readonly #bodies = new Set<Body>();

  constructor(limits: typeof LIMITS = LIMITS) {
    this.#limits = limits;
  }

  /** @param end breaks the body off */
  share(sender: string, end: () => void): BodyShare {
    const body: Body = { sender, end, bytes: 0, progress: null, hasEnded: false };
    this.#bodies.add(body);
    const missing = (totalBytes: number) => Math.max(0, totalBytes - UNCOUNTED_BODY_BYTES - body.bytes);
    const requireRoom = (totalBytes: number) => {
      const more = missing(totalBytes);
      if (more === 0 || (!body.hasEnded && this.#hasRoom(sender, more))) return;
      throw new DomainError('busy', { retryAfterSeconds: RETRY_SECONDS });
    };
    return {
      requireRoom,
      grow: (totalBytes) => {
        requireRoom(totalBytes);
        body.bytes += missing(totalBytes);
      },
      came: (totalBytes) => {
        const before = body.progress?.bytes ?? Number.NEGATIVE_INFINITY;
        if (totalBytes - before < body.bytes * LEAST_SHARE) return;
        body.progress = { bytes: totalBytes, atMs: performance.now() };
      },
      whole: () => {
        body.progress = null;
      },
      release: () => this.#release(body),
    };
  }

  #held(sender?: string): number {
    let bytes = 0;
    for (const body of this.#bodies) if (sender === undefined || body.sender === sender) bytes += body.bytes;
    return bytes;
  }

  #hasRoom(sender: string, more: number): boolean {
    if (this.#held(sender) + more > this.#limits.bytesPerSender) return false;
    if (this.#held() + more > this.#limits.bytes) this.#makeRoom(sender, more);
    return this.#held() + more <= this.#limits.bytes;
  }

  /** None ends for too little. */
  #makeRoom(sender: string, more: number): void {
    const wouldHold = this.#held(sender) + more;
    let tooMuch = this.#held() + more - this.#limits.bytes;
    const held = new Map([...this.#bodies].map((body) => [body.sender, this.#held(body.sender)]));
    const ending: Body[] = [];
    for (const body of this.#onTheirWay(held)) {
      const others = held.get(body.sender) ?? 0;
      if (tooMuch <= 0 || others <= wouldHold * (this.#isSlow(body) ? 1 : MUCH_MORE)) continue;
      held.set(body.sender, others - body.bytes);
      tooMuch -= body.bytes;
      ending.push(body);
    }
    if (tooMuch > 0) return;
    for (const body of ending) {
      this.#release(body);
      body.end();
    }
  }

  /** The slowest first; then those of the sender that holds most, the largest first, so that few end. */
  #onTheirWay(held: ReadonlyMap<string, number>): readonly Body[] {
    const coming = [...this.#bodies].filter(({ bytes, progress }) => bytes > 0 && progress !== null);
    const slow = coming.filter((body) => this.#isSlow(body));
    const fast = coming.filter((body) => !this.#isSlow(body));
    const heldBy = ({ sender }: Body) => held.get(sender) ?? 0;
    slow.sort((left, right) => (left.progress?.atMs ?? 0) - (right.progress?.atMs ?? 0));
    fast.sort((left, right) => heldBy(right) - heldBy(left) || right.bytes - left.bytes);
    return [...slow, ...fast];
  }

  #isSlow({ progress }: Body): boolean {
    return progress !== null && performance.now() - progress.atMs >= this.#limits.slowMs;
  }

  #release(body: Body): void {
    body.hasEnded = true;
    this.#bodies.delete(body);
  }
}

/** Gives each request that may have a body its share of a memory, until it is answered. */
export function shareBodyMemory(app: FastifyInstance, memory = new BodyMemory()): void {
  app.decorateRequest('bodyShare', null);
  app.addHook('preParsing', async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    const share = memory.share(senderOf(request), () => request.raw.destroy());
    request.bodyShare = share;
    reply.raw.once('close', share.release);
  });
  app.addHook('onResponse', async ({ bodyShare }) => bodyShare?.release());
}

/** @throws Error on a request without a body: a bug */
export function bodyShareOf({ bodyShare }: FastifyRequest): BodyShare {
  if (bodyShare === null) throw new Error('a request without a body asked for memory for it');
  return bodyShare;
}

/** A body of unknown length, or of one that is not believed: its memory is taken as it comes. @throws DomainError `busy`; `tooLarge` */
export async function collectBody(
  pieces: AsyncIterable<Buffer>,
  {
    maxBytes,
    tooLarge,
    share,
  }: { readonly maxBytes: number; readonly tooLarge: Error; readonly share: BodyShare },
): Promise<Buffer> {
  const collected: Buffer[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > maxBytes) throw tooLarge;
    share.grow(size);
    share.came(size);
    collected.push(piece);
  }
  return Buffer.concat(collected);
}

/** Smaller pieces may lie in memory that they share with others. */
const OWN_MEMORY_BYTES = 32 * 1024;

/**
 * The pieces of a body; each is good until the next one is asked for, when its memory is given back. What comes from the
 * network is in memory that nobody else looks into: left to the garbage collector, which counts it to the heap, it makes
 * it run all the time. Pieces of other sources than `message` itself must come in its order and memory, uncopied or copied.
 */
export async function* passingPieces(
  pieces: AsyncIterable<Uint8Array>,
  message: unknown,
): AsyncGenerator<Uint8Array, void, undefined> {
  const isFromNetwork = message instanceof nodeHttp.IncomingMessage;
  for await (const piece of pieces) {
    yield piece;
    if (isFromNetwork) giveBack(piece);
  }
}

/** A piece in the middle of its memory has others behind it, which may still be waited for. */
function giveBack({ buffer, byteOffset, byteLength }: Uint8Array): void {
  const isLast = byteOffset + byteLength === buffer.byteLength;
  if (isLast && byteLength >= OWN_MEMORY_BYTES && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
