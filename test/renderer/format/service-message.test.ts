import { describe, expect, it } from 'vitest';
import { t } from '../../../src-renderer/format/service/messages.ts';
import { serviceMessage } from '../../../src-renderer/format/service-message.ts';
import de from '../../../src-renderer/i18n/catalogs/de.json';
import { messages } from '../../../src-renderer/i18n/messages.ts';

const german = messages(t.area, t.english, { language: 'de', catalog: de });

describe('words of the service', () => {
  it('stay as they are where English is read', () => {
    const words = 'this folder is on a network disk (nfs); what other computers change in it';
    expect(serviceMessage(words)).toBe(words);
    expect(serviceMessage('"Dropbox" looks like the folder of another sync program')).toContain('"Dropbox"');
    expect(serviceMessage('3 items ("a", "b") cannot be taken in')).toBe(
      '3 items ("a", "b") cannot be taken in',
    );
  });

  it('are found by their English, with what they are about', () => {
    expect(serviceMessage('12 items ("a", "b", "c" and 9 more) cannot be taken in', german)).toBe(
      '12 Elemente ("a", "b", "c" und 9 weitere) lassen sich nicht aufnehmen',
    );
    expect(serviceMessage('the library has another version; kept as /a. b {x}.txt', german)).toBe(
      'Die Bibliothek hat eine andere Version; behalten als /a. b {x}.txt',
    );
  });

  it('may be several sentences', () => {
    const away =
      'The folder cannot be reached: it is not there any more. Nothing counts as deleted; it goes on when the folder is back.';
    expect(serviceMessage(away, german)).toBe(
      'Der Ordner ist nicht erreichbar: Er ist nicht mehr da. Nichts gilt als gelöscht; es geht weiter, sobald der Ordner zurück ist.',
    );
  });

  it('stay as they are where this version does not know them', () => {
    expect(serviceMessage('it is Tuesday', german)).toBe('it is Tuesday');
    expect(serviceMessage('The library is damaged. It is Tuesday.', german)).toBe(
      'The library is damaged. It is Tuesday.',
    );
    expect(serviceMessage('', german)).toBe('');
  });

  it('are found for a folder that the system or a fault keeps from being saved', () => {
    expect(serviceMessage('the system says: ENOTSUP: operation not supported', german)).toBe(
      'Das System meldet: ENOTSUP: operation not supported',
    );
    expect(serviceMessage('The folder ran into a fault: x is not. A function', german)).toBe(
      'Beim Sichern des Ordners ist ein Fehler aufgetreten: x is not. A function',
    );
    expect(serviceMessage('The keychain of this computer cannot be used: no bus. None.', german)).toBe(
      'Der Schlüsselbund dieses Computers lässt sich nicht benutzen: no bus. None.',
    );
  });
});
