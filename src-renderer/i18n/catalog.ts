import type { Catalog } from '../../src-shared/message-values.ts';
import { LANGUAGE } from './language.ts';

async function loadCatalog(): Promise<Catalog> {
  try {
    const catalogs = import.meta.glob<Catalog>(['./catalogs/*.json', '!./catalogs/en.json'], {
      import: 'default',
    });
    return (await catalogs[`./catalogs/${LANGUAGE}.json`]?.()) ?? {};
  } catch {
    // A page in English is worth more than one that stays empty.
    return {};
  }
}

/**
 * The messages in the language of the page; empty where that is English, which stands in the code. What says something is
 * loaded after it, as many words are looked up while code is loaded.
 */
export const CATALOG = await loadCatalog();
