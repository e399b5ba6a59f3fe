import { messages } from '../i18n/messages.ts';

export const t = messages('api', {
  status: 'Keepfold answered with status {status}.',
  noAnswer: 'Keepfold did not answer.',
  answerBroke: 'The connection broke while the answer arrived.',
  connectionBroke: 'The connection broke.',
  noContents: 'The contents did not arrive.',
});
