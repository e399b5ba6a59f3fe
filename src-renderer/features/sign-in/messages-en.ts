export const en = {
  title: 'Sign in',
  heading: 'Sign in to Keepfold',
  where: 'On the computer where it runs, the link printed at its start signs you in.',
  failed: 'You are not signed in.',
  email: 'E-mail',
  password: 'Password',
  submit: 'Sign in',
  again: 'Your password again',
  againMeaning:
    'What you are about to do reaches the computer that Keepfold runs on. For ten minutes you are not asked again.',
  againWrong: 'This is not your password.',
  againFailed: 'The password was not checked.',
  goOn: 'Go on',
  cancel: 'Cancel',
} as const;
