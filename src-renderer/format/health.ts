import type { SaidJson } from '../../src-shared/folders-api.ts';
import { t } from './messages.ts';
import { serviceMessage } from './service-message.ts';
import { momentPast } from './time.ts';

/**
 * The state of the service. `slow`: an answer or a sign of life is overdue. `stopped`: the desktop shell gave up on it.
 * `gone`: nothing answers at its address on this computer; `unreachable`: the same for another computer. `silent`: it
 * accepted the request and sends nothing.
 */
export type HealthState = 'answering' | 'slow' | 'starting' | 'stopped' | 'gone' | 'unreachable' | 'silent';

export interface Health {
  readonly state: HealthState;
  /** A sentence of the shell; empty unless stopped. */
  readonly reason: string;
  /** The same by its code; null where it has none. */
  readonly said?: SaidJson | null;
  /** When it last sent something; 0: never since the page was loaded. */
  readonly heardAtSeconds: number;
}

export const ANSWERING: Health = { state: 'answering', reason: '', heardAtSeconds: 0 };

/** Whether what is known about folders and libraries is current: unless it is, nothing is green or called saved. */
export function isKnown({ state }: Pick<Health, 'state'>): boolean {
  return state === 'answering';
}

/** Whether it accepts commands, even if late. */
export function isAnswering({ state }: Pick<Health, 'state'>): boolean {
  return state === 'answering' || state === 'slow';
}

/** Whether all that happens is retrying, which the user can trigger at once. */
export function isWaitedFor({ state }: Pick<Health, 'state'>): boolean {
  return state === 'gone' || state === 'silent' || state === 'unreachable';
}

const SENTENCES = {
  slow: 'isSlow',
  starting: 'isStarting',
  stopped: 'isNotRunning',
  gone: 'isNotRunning',
  unreachable: 'isUnreachable',
  silent: 'isSilent',
} as const;

/** What is wrong with the service, and since when; null while it answers in time. */
export function healthMessage(
  { state, reason, said, heardAtSeconds }: Health,
  nowSeconds: number,
): { readonly sentence: string; readonly text: string } | null {
  if (state === 'answering') return null;
  const sentence = t(SENTENCES[state]);
  if (state === 'slow') return { sentence, text: t('unknownUntilAnswer') };
  if (state === 'starting') return { sentence, text: t('savingGoesOnSoon') };
  const when = heardAtSeconds === 0 ? null : momentPast(heardAtSeconds, nowSeconds);
  if (state === 'unreachable') return { sentence, text: when ? t('unknownSince', { when }) : t('unknown') };
  const since = when ? t('notSavedSince', { when }) : t('notSaved');
  return { sentence, text: reason === '' ? since : `${serviceMessage(said, reason)} ${since}` };
}
