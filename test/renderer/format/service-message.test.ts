import { describe, expect, it } from 'vitest';
import { t } from '../../../src-renderer/format/service/messages.ts';
import { serviceMessage, serviceMessages } from '../../../src-renderer/format/service-message.ts';
import de from '../../../src-renderer/i18n/catalogs/de.json';
import { messages } from '../../../src-renderer/i18n/messages.ts';
import { inEnglish, SERVICE_WORDS, type ServiceCode, said } from '../../../src-shared/service-words.ts';

const german = messages(t.area, t.english, { language: 'de', catalog: de });
const CODES = Object.keys(SERVICE_WORDS) as ServiceCode[];

/** The values that a text needs, in the order of the alphabet. */
const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

describe('words of the service', () => {
  it('are in the language of the page, with what they are about', () => {
    const more = said('manyNotTaken', { count: 12, examples: '"a", "b"', more: 10 });
    expect(serviceMessage(more, '', german)).toBe(
      '12 Elemente ("a", "b" und 10 weitere) lassen sich nicht aufnehmen',
    );
    const kept = said('otherVersionKept', { what: "/a. b {x} it's.txt" });
    expect(serviceMessage(kept, '', german)).toBe(
      "Die Bibliothek hat eine andere Version; behalten als /a. b {x} it's.txt",
    );
  });

  it('are what the service says itself where English is read', () => {
    for (const code of CODES) {
      const values = Object.fromEntries(namesIn(SERVICE_WORDS[code]).map((name) => [name, `<${name}>`]));
      expect(serviceMessage({ code, values }, '')).toBe(inEnglish({ code, values }));
    }
  });

  it('may be several sentences', () => {
    expect(serviceMessages([said('notReachedGone'), said('nothingLost')], '', german)).toBe(
      'Der Ordner ist nicht erreichbar: Er ist nicht mehr da. Nichts gilt als gelöscht; es geht weiter, sobald der Ordner zurück ist.',
    );
  });

  it('stay in English where this version does not know their code, or there is none', () => {
    expect(serviceMessage({ code: 'tuesday', values: {} }, 'it is Tuesday', german)).toBe('it is Tuesday');
    expect(serviceMessage(null, 'it is Tuesday', german)).toBe('it is Tuesday');
    const all = [said('libraryDamaged'), { code: 'tuesday', values: {} }];
    expect(serviceMessages(all, 'It is damaged, on Tuesday.', german)).toBe('It is damaged, on Tuesday.');
    expect(serviceMessages([], '', german)).toBe('');
  });

  it('are shown with gaps where a value did not come', () => {
    expect(serviceMessage({ code: 'movedFrom', values: {} }, '', german)).toBe('von ');
  });

  it('have a text in every language, about the same', () => {
    const texts: Readonly<Record<string, string>> = de['format/service'];
    for (const code of CODES)
      expect([code, namesIn(texts[code] ?? 'no {text}')]).toEqual([code, namesIn(SERVICE_WORDS[code])]);
  });
});
