import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../core/errors.ts';
import {
  MAX_ANSWER_MEMORY_BYTES,
  MAX_ANSWER_MEMORY_BYTES_PER_SENDER,
  UNCOUNTED_BODY_BYTES,
  UNTAKEN_ANSWER_SECONDS,
} from '../core/limits.ts';
import type { ReadingMemory } from '../engine/reading/read-ahead.ts';
import { senderOf } from './request-context.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly answerMemory: AnswerMemory;
  }
}

const LIMITS = {
  bytes: MAX_ANSWER_MEMORY_BYTES,
  bytesPerSender: MAX_ANSWER_MEMORY_BYTES_PER_SENDER,
  untakenMs: UNTAKEN_ANSWER_SECONDS * 1000,
};
/** How often a waiting request looks for an answer that is not being taken. */
const LOOK_MS = 250;

interface Answer {
  readonly sender: string;
  readonly end: () => void;
  bytes: number;
  /** When it last took or gave memory. */
  movedMs: number;
  hasEnded: boolean;
}

interface Waiting {
  readonly answer: Answer;
  readonly bytes: number;
  readonly begin: () => void;
  readonly refuse: (error: Error) => void;
}

/** What one answer takes of the memory of all. */
export interface AnswerShare extends ReadingMemory {
  /** Gives all of it back; who still waits is refused. */
  release(): void;
}

/**
 * Bounds the memory of what is read to be sent, in all and of each sender. A request that finds none waits, for a
 * moment only where readers take what they asked for. Answers of which nothing is taken for a while end as soon as
 * another request waits for their memory, those of the sender holding most first: not reading keeps no others waiting.
 */
export class AnswerMemory {
  readonly #limits: typeof LIMITS;
  readonly #answers = new Set<Answer>();
  #waiting: Waiting[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(limits: typeof LIMITS = LIMITS) {
    this.#limits = limits;
  }

  /** @param end breaks the answer off */
  share(sender: string, end: () => void): AnswerShare {
    const answer: Answer = { sender, end, bytes: 0, movedMs: performance.now(), hasEnded: false };
    this.#answers.add(answer);
    return {
      take: (bytes) => this.#take(answer, bytes),
      give: (bytes) => this.#change(answer, -this.#counted(bytes)),
      hasPlenty: () =>
        this.#held() * 2 < this.#limits.bytes && this.#held(sender) * 2 < this.#limits.bytesPerSender,
      release: () => this.#release(answer),
    };
  }

  /** Small pieces are not worth counting, and the largest would never fit. */
  #counted(bytes: number): number {
    return bytes <= UNCOUNTED_BODY_BYTES ? 0 : Math.min(bytes, this.#limits.bytesPerSender);
  }

  #held(sender?: string): number {
    let bytes = 0;
    for (const answer of this.#answers)
      if (sender === undefined || answer.sender === sender) bytes += answer.bytes;
    return bytes;
  }

  async #take(answer: Answer, wanted: number): Promise<void> {
    const bytes = this.#counted(wanted);
    if (bytes === 0) return;
    if (answer.hasEnded) throw gone();
    // In the order they came, of one sender: or a large piece would wait for ever.
    const isFirst = !this.#waiting.some(({ answer: { sender } }) => sender === answer.sender);
    if (isFirst && this.#fits(answer, bytes)) return this.#change(answer, bytes);
    await new Promise<void>((begin, refuse) => {
      this.#waiting.push({ answer, bytes, begin, refuse });
      this.#timer ??= setInterval(() => this.#look(), LOOK_MS).unref();
    });
  }

  #fits({ sender }: Answer, bytes: number): boolean {
    return (
      this.#held() + bytes <= this.#limits.bytes && this.#held(sender) + bytes <= this.#limits.bytesPerSender
    );
  }

  #change(answer: Answer, bytes: number): void {
    if (bytes === 0 || answer.hasEnded) return;
    answer.bytes = Math.max(0, answer.bytes + bytes);
    answer.movedMs = performance.now();
    if (bytes < 0) this.#goOn();
  }

  #release(answer: Answer): void {
    if (answer.hasEnded) return;
    answer.hasEnded = true;
    this.#answers.delete(answer);
    for (const { refuse } of this.#waiting.filter((one) => one.answer === answer)) refuse(gone());
    this.#waiting = this.#waiting.filter((one) => one.answer !== answer);
    this.#goOn();
  }

  /** Has those begin for whom there is room now. */
  #goOn(): void {
    const passed = new Set<string>();
    for (const one of [...this.#waiting]) {
      const { answer, bytes, begin } = one;
      if (passed.has(answer.sender) || !this.#fits(answer, bytes)) {
        passed.add(answer.sender);
        continue;
      }
      this.#waiting = this.#waiting.filter((other) => other !== one);
      this.#change(answer, bytes);
      begin();
    }
    if (this.#waiting.length > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  /** Of the sender in the way of the first waiting request, ends the answer that moved least lately. */
  #look(): void {
    const [first] = this.#waiting;
    if (first === undefined) return;
    const { sender } = first.answer;
    const isOwnFault = this.#held(sender) + first.bytes > this.#limits.bytesPerSender;
    const whose = isOwnFault ? sender : this.#largest();
    const untaken = [...this.#answers]
      .filter((answer) => answer.sender === whose && answer.bytes > 0)
      .sort((left, right) => left.movedMs - right.movedMs)[0];
    if (untaken === undefined || performance.now() - untaken.movedMs < this.#limits.untakenMs) return;
    untaken.end();
    this.#release(untaken);
  }

  #largest(): string | undefined {
    const senders = [...new Set([...this.#answers].map(({ sender }) => sender))];
    return senders.sort((left, right) => this.#held(right) - this.#held(left))[0];
  }
}

const gone = () => new DomainError('busy', { retryAfterSeconds: 1 });

/**
 * The share of the answer to a request, which ends with it.
 * @param sender whose share it is; without one that of the client that asks
 */
export function answerShareOf(
  request: FastifyRequest,
  reply: FastifyReply,
  sender = senderOf(request),
): AnswerShare {
  const share = request.server.answerMemory.share(sender, () => reply.raw.destroy());
  reply.raw.once('close', share.release);
  return share;
}
