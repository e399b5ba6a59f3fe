import { describe, expect, it } from 'vitest';
import {
  messagesFor,
  refusalText,
  refusalTitle,
  sizeText,
  timeText,
  waitText,
} from '../../../../src-main/http/public/page-messages.ts';

describe('the words of pages for visitors', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['la', 'en'],
    ['de', 'de'],
    ['de-CH', 'de'],
    ['DE', 'de'],
    ['en-GB,en;q=0.9,de;q=0.8', 'en'],
    ['en;q=0.3, de;q=0.7', 'de'],
    ['la, de;q=0.5, en;q=0.4', 'de'],
    ['de;q=0, en', 'en'],
    ['de;q=nonsense', 'en'],
    ['__proto__, constructor;q=1', 'en'],
  ])('for %j are %s', (header, language) => {
    expect(messagesFor(header).language).toBe(language);
  });

  it('are found in a header of any length', () => {
    expect(messagesFor(`${'x;q=1,'.repeat(2_500)}de`).language).toBe('de');
  });

  it('word a refusal by its code, and leave those they do not know in English', () => {
    const said = (language: string, code: string) =>
      refusalText(messagesFor(language), { code, text: 'The disk is full.' });
    expect(said('en', 'disk-full')).toBe('The disk is full.');
    expect(said('de', 'disk-full')).toBe('Der Server hat dafür nicht genug Platz.');
    expect(said('de', 'head-moved')).toBe('The disk is full.');
    expect(said('de', 'toString')).toBe('The disk is full.');
  });

  it('tell a link that is over from one that was never there', () => {
    const expired = { code: 'link-not-found', reason: 'expired', text: 'Nothing.' };
    const said = (language: string) => [
      refusalTitle(messagesFor(language), expired),
      refusalText(messagesFor(language), expired),
    ];
    expect(said('en')).toEqual([...['This link has expired', 'Ask the sender for a new one.']]);
    expect(said('de')).toEqual([...['Dieser Link ist abgelaufen', 'Bitte den Absender um einen neuen.']]);
    expect(refusalTitle(messagesFor('en'), { code: 'toString', text: '' })).toBe('This did not work');
  });

  it('say how long to wait, and when something was', () => {
    const en = messagesFor('en');
    const throttled = { code: 'throttled', text: '', waitSeconds: 40 };
    expect(refusalText(messagesFor('de'), throttled)).toBe('Zu viele Versuche. Warte 40 Sekunden.');
    expect([1, 40, 180].map((seconds) => waitText(en, seconds))).toEqual([
      ...['1 second', '40 seconds', '3 minutes'],
    ]);
    expect(timeText(en, 1_767_225_600 + 43_200, 'day')).toBe('Jan 1, 2026');
    expect(timeText(en, Number.MAX_SAFE_INTEGER, 'day')).toBe('');
  });

  it('write sizes as the language does', () => {
    const written = (language: string) =>
      [1, 17, 999_499, 3_565_158].map((bytes) => sizeText(messagesFor(language), bytes));
    expect(written('en')).toEqual(['1\u00a0byte', '17\u00a0bytes', '999\u00a0kB', '3.6\u00a0MB']);
    expect(written('de')).toEqual(['1\u00a0Byte', '17\u00a0Bytes', '999\u00a0kB', '3,6\u00a0MB']);
  });
});
