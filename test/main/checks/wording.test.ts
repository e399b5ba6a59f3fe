import { describe, expect, it } from 'vitest';
import { catalogsIn, PLACES } from '../../../resources/launch/catalogs.mjs';
import { findPoorWording } from '../../checks/wording.ts';

describe('the check of the words that people read', () => {
  const check = (message: string, { language = 'en', key = 'some' } = {}): string[] =>
    findPoorWording(language, { files: { [key]: message } });

  it.each([
    'What is skipped',
    'Whether all of it is there.',
    'Who has this library could not be read.',
    'It is not known what goes on.',
    'Hash',
    'Saving the commit',
    'Files to store',
    'The port is set with --port.',
    'Whoever has the link can open it.',
    'The account was not made.',
    'Conflicts would be listed here.',
    'The item is not there any more.',
    'The contents are equal.',
    'All of them are kept in step.',
    'Rehearse now',
    'Copy the id',
    'Choose sub-folders…',
    'Make a link',
    'Folders of the server are linked by its administrator.',
  ])('finds “%s”', (message) => {
    expect(check(message)).toEqual([expect.stringContaining(`files some: “${message}”`)]);
  });

  it.each([
    'Ob es ein Passwort gibt.',
    'Was ausgelassen wird',
    'Commit',
    'Es ist nicht bekannt, ob es eins gibt.',
    'Neue Id',
    'Dieser Rechner',
    'Der Besitzer kann das ändern.',
    'Die verbundenen Ordner ziehen nach.',
  ])('finds “%s” in German', (message) => {
    expect(check(message, { language: 'de' })).toHaveLength(1);
  });

  it.each([
    'What should we keep safe?',
    'Storage',
    'Restore the older version',
    'With its history',
    'Documents -- old',
    '(unnamed {id})',
  ])('leaves “%s” alone', (message) => {
    expect(check(message)).toEqual([]);
  });

  it('leaves alone what the service says, and options that have to be typed', () => {
    expect(findPoorWording('en', { 'format/commit': { added: 'Added directory "{what}".' } })).toEqual([]);
    expect(findPoorWording('en', { 'sign-in': { whereUntold: 'Type it with --data-dir:' } })).toEqual([]);
  });

  it.each(PLACES)('finds nothing in the catalogs of $folder', (place) => {
    const found = Object.entries(catalogsIn(place)).flatMap(([language, catalog]) =>
      findPoorWording(language, catalog),
    );
    expect(found).toEqual([]);
  });
});
