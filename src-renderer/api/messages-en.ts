export const en = {
  status: 'The service answered with status {status}.',
  noAnswer: 'The service did not answer.',
  answerBroke: 'The connection broke while the answer arrived.',
  connectionBroke: 'The connection broke.',
  noContents: 'The contents did not arrive.',
} as const;
