import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../core/errors.ts';
import {
  MAX_BODY_MEMORY_BYTES,
  MAX_BODY_MEMORY_BYTES_PER_SENDER,
  UNCOUNTED_BODY_BYTES,
} from '../core/limits.ts';
import { senderOf } from './request-sender.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before a body is read; null where there can be none. */
    bodyShare: BodyShare | null;
  }
}

const LIMITS = { bytes: MAX_BODY_MEMORY_BYTES, bytesPerSender: MAX_BODY_MEMORY_BYTES_PER_SENDER };
const RETRY_SECONDS = 5;

/** What one body takes of the memory of all. */
export interface BodyShare {
  /** @throws DomainError `busy` when so much in all would be too much at present; nothing is taken */
  requireRoom(totalBytes: number): void;
  /** Takes as much more as is missing to so much in all. @throws DomainError `busy` */
  grow(totalBytes: number): void;
  release(): void;
}

/** Bounds the memory of all bodies that are on their way or worked on, and that of each sender. */
export class BodyMemory {
  readonly #limits: typeof LIMITS;
  readonly #bySender = new Map<string, number>();
  #bytes = 0;

  constructor(limits: typeof LIMITS = LIMITS) {
    this.#limits = limits;
  }

  share(sender: string): BodyShare {
    let taken = 0;
    const take = (bytes: number) => {
      taken += bytes;
      this.#bytes += bytes;
      const left = (this.#bySender.get(sender) ?? 0) + bytes;
      if (left === 0) this.#bySender.delete(sender);
      else this.#bySender.set(sender, left);
    };
    const missing = (totalBytes: number) => Math.max(0, totalBytes - UNCOUNTED_BODY_BYTES - taken);
    const requireRoom = (totalBytes: number) => {
      const more = missing(totalBytes);
      const own = this.#bySender.get(sender) ?? 0;
      const fits = this.#bytes + more <= this.#limits.bytes && own + more <= this.#limits.bytesPerSender;
      if (more > 0 && !fits) throw new DomainError('busy', { retryAfterSeconds: RETRY_SECONDS });
    };
    return {
      requireRoom,
      grow: (totalBytes) => {
        requireRoom(totalBytes);
        take(missing(totalBytes));
      },
      release: () => take(-taken),
    };
  }
}

/** Gives each request that may have a body its share of a memory, until it is answered. */
export function shareBodyMemory(app: FastifyInstance, memory = new BodyMemory()): void {
  app.decorateRequest('bodyShare', null);
  app.addHook('preParsing', async (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    const share = memory.share(senderOf(request));
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
