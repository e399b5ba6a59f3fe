export const en = {
  title: 'Sign in',
  heading: 'Sign in to Keepfold',
  where: 'On the computer where it runs, the link printed at its start signs you in.',
  failed: 'You are not signed in.',
  email: 'E-mail',
  password: 'Password',
  submit: 'Sign in',
} as const;
