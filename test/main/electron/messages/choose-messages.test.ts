import { describe, expect, it } from 'vitest';
import { chooseMessages } from '../../../../src-main/electron/messages/choose-messages.ts';
import { de } from '../../../../src-main/electron/messages/messages-de.ts';
import { en } from '../../../../src-main/electron/messages/messages-en.ts';

describe('the language of the shell', () => {
  it.each([
    ['', ['de-AT', 'en-GB'], de],
    ['', ['fr-FR', 'de'], de],
    ['', ['fr-FR'], en],
    ['', [], en],
    ['en', ['de-DE'], en],
    ['de', ['en-US'], de],
  ] as const)(
    'of a page in “%s” on a system that prefers %j is one that there are words in',
    (page, system, messages) => {
      expect(chooseMessages(page, system)).toBe(messages);
    },
  );

  it('says of a start that was refused what the service said, and in German first what that means', () => {
    const taken = { message: 'Port 8000 on 127.0.0.1 is used by another program.', exitCode: 5 };
    expect(en.startRefused(taken)).toBe(taken.message);
    expect(de.startRefused(taken)).toMatch(/^Der Port ist nicht frei\.[\s\S]*\n\nPort 8000/);
    expect(de.startRefused({ message: 'x', exitCode: 1 })).toMatch(
      /^Der Bibliotheksdienst ließ sich nicht starten\./,
    );
  });
});
