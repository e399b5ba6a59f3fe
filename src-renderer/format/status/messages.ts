import { messages } from '../../i18n/messages.ts';
import { de } from './messages-de.ts';
import { en } from './messages-en.ts';

export const t = messages({ en, de });
