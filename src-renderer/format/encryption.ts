import { t } from './messages.ts';

/** What the user has to know before choosing encryption: what it hides, and who can open it. */
export const ENCRYPTION_MEANING = t('encryptionMeaning');
