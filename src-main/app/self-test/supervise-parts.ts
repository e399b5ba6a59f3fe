import { type Outcome, type ServicePart, tooLate } from './parts.ts';

/** Request to the process that tries parts. */
export interface PartsWanted {
  readonly kind: 'self-test';
  readonly parts: readonly ServicePart[];
  /** For files of the parts. */
  readonly folder: string;
}

/** Its answer for each part, in the requested order. */
export interface PartTried {
  readonly kind: 'tried';
  readonly part: ServicePart;
  readonly outcome: Outcome;
}

interface Prober {
  post(message: PartsWanted): void;
  kill(): void;
}

/** Starts a process that runs `runParts` when it is told to. */
export type StartProber = (listener: {
  said(message: PartTried): void;
  /** Called when it ends, for whatever reason. `how` is for people. */
  ended(how: string): void;
}) => Prober;

interface Supervised extends Omit<PartsWanted, 'kind'> {
  /** Limit for each part; the first one includes the start of the process. */
  readonly withinMs: number;
}

/**
 * Tries parts in a separate process: if a part hangs, or crashes the process as native modules do, that is its result,
 * and another process tries the rest.
 */
export async function superviseParts(
  start: StartProber,
  { parts, folder, withinMs }: Supervised,
): Promise<ReadonlyMap<ServicePart, Outcome>> {
  const outcomes = new Map<ServicePart, Outcome>();
  for (;;) {
    const left = parts.filter((part) => !outcomes.has(part));
    if (left.length === 0) return outcomes;
    await followProber(start, { parts: left, folder, withinMs }, outcomes);
  }
}

/**
 * Resolves when all parts have an outcome, or the process ended, which is then the outcome of the first part without
 * one.
 */
function followProber(
  start: StartProber,
  { parts, folder, withinMs }: Supervised,
  outcomes: Map<ServicePart, Outcome>,
): Promise<void> {
  const left = [...parts];
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    let isOver = false;
    const end = () => {
      isOver = true;
      clearTimeout(timer);
      prober.kill();
      resolve();
    };
    const note = (outcome: Outcome) => {
      const part = left.shift();
      if (part !== undefined) outcomes.set(part, outcome);
    };
    const lose = (outcome: Outcome) => {
      if (isOver) return;
      note(outcome);
      end();
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => lose(tooLate(withinMs)), withinMs);
    };
    const prober = start({
      said: ({ outcome }) => {
        if (isOver) return;
        note(outcome);
        if (left.length === 0) end();
        else wait();
      },
      ended: (how) => lose({ ok: false, detail: `its process ended: ${how}` }),
    });
    wait();
    prober.post({ kind: 'self-test', parts: left.slice(), folder });
  });
}
