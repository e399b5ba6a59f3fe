import { messages } from '../i18n/messages.ts';

export const t = messages('api', {
  status: 'Keepfold answered with status {status}.',
  noAnswer: 'Keepfold did not answer.',
  answerBroke: 'The connection was lost before the whole answer arrived.',
  connectionBroke: 'The connection was lost.',
  noContents: 'The contents did not arrive.',
});
