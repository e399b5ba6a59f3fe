import { SERVICE_WORDS } from '../../../src-shared/service-words.ts';
import { messages } from '../../i18n/messages.ts';

/** What the service says, by code. */
export const t = messages('format/service', SERVICE_WORDS);
