import type { ServerEvent } from '../../../src-shared/events.ts';
import type { Said } from '../../../src-shared/service-words.ts';

/** What the shell tells the process that runs the service. The first message starts it. */
export type ToService =
  | { readonly kind: 'start'; readonly dataDir: string; readonly port: number }
  | { readonly kind: 'power'; readonly isOnBattery: boolean }
  | { readonly kind: 'stop' };

/** What that process tells the shell. */
export type FromService =
  | { readonly kind: 'running'; readonly url: string; readonly token: string }
  /** It cannot start until something outside changes; the message is for the user. */
  | {
      readonly kind: 'refused';
      readonly message: string;
      readonly said: Said | null;
      readonly exitCode: number;
    }
  | { readonly kind: 'event'; readonly event: ServerEvent }
  /** Sent every `ALIVE_EVERY_MS` unless the process hangs. */
  | { readonly kind: 'alive' };

export const ALIVE_EVERY_MS = 2_000;
