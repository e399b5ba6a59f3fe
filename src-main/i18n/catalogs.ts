import type { Language } from '../../src-shared/languages.ts';
import type { Catalog } from '../../src-shared/message-values.ts';
import de from './catalogs/de.json' with { type: 'json' };

/** The translations of each language but English, which stands in the code. */
export const CATALOGS: Readonly<Record<Exclude<Language, 'en'>, Catalog>> = { de };
