import type { en } from './messages-en.ts';

export const de: Record<keyof typeof en, string> = {
  status: 'Der Dienst hat mit Status {status} geantwortet.',
  noAnswer: 'Der Dienst hat nicht geantwortet.',
  answerBroke: 'Die Verbindung brach ab, während die Antwort eintraf.',
  connectionBroke: 'Die Verbindung brach ab.',
  noContents: 'Die Inhalte sind nicht angekommen.',
};
