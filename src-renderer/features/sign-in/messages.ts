import { messages } from '../../i18n/messages.ts';

export const t = messages('sign-in', {
  title: 'Sign in',
  heading: 'Sign in to Keepfold',
  where:
    'No password? A new link signs you in. In a terminal, in the folder <code>{folder}</code>, type one of these:',
  whereApp: 'No password? The app opens signed in. In a terminal, type this:',
  whereUntold:
    'No password? A new link signs you in. In a terminal, in the folder of Keepfold, type one of these, with the <code>--data-dir</code> that Keepfold was started with, if any:',
  start: 'Open Keepfold, even if it is already running',
  print: 'Print a link only',
  copy: 'Copy “{command}”',
  copied: 'Copied',
  failed: 'You are not signed in.',
  email: 'E-mail',
  password: 'Password',
  submit: 'Sign in',
  again: 'Enter your password again',
  againMeaning:
    'This step affects the computer that runs Keepfold, so confirm that it is you. You will not be asked again for ten minutes.',
  againWrong: 'This is not your password.',
  againFailed: 'The password was not checked.',
  goOn: 'Continue',
});
