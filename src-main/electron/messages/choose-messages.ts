import type { PageLanguage } from '../../../src-shared/desktop-bridge.ts';
import { de } from './messages-de.ts';
import { en } from './messages-en.ts';
import type { ShellMessages } from './shell-messages.ts';

/** In the language of the page; before a page told its own, in the first one of the system that there are words in. */
export function chooseMessages(ofPage: PageLanguage | '', preferred: readonly string[]): ShellMessages {
  const languages = [ofPage, ...preferred].map((tag) => tag.split('-', 1)[0]);
  const first = languages.find((language) => language === 'de' || language === 'en');
  return first === 'de' ? de : en;
}
