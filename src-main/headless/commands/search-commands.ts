import type { ArgumentsOf } from '../../../src-shared/local-api.ts';
import type { SearchPageJson, SearchResultJson } from '../../../src-shared/search-api.ts';
import { type Command, command } from './command.ts';
import { findLibrary } from './library-commands.ts';
import { formatTime, table, visible } from './text.ts';

/** An empty page may be followed by others; after this many, a longer query is better. */
const MOST_PAGES = 20;

export const searchCommands: readonly Command[] = [
  command({
    name: 'search',
    args: '<words...>',
    options: {
      text: { about: 'looks at what text files hold or held' },
      library: { value: 'name|id', about: 'only in this library' },
    },
    example: 'search holiday list --library Papers',
    summary: 'finds files and folders by name, now and in the past; with --text by what they hold',
    run: async (client, { args, options }) => {
      const word = options.library;
      const wanted: ArgumentsOf<'GET search/'> = {
        q: args.join(' '),
        in: options.text ? 'text' : 'names',
        library: word === undefined ? null : (await findLibrary(client, word)).id,
      };
      let page = await client.call('GET search/', wanted);
      for (
        let pages = 1;
        page.results.length === 0 && page.cursor !== null && pages < MOST_PAGES;
        pages += 1
      ) {
        page = await client.call('GET search/', { ...wanted, cursor: page.cursor });
      }
      return { json: page, text: textOf(page) };
    },
  }),
];

function textOf({ results, cursor, indexing, not_searched }: SearchPageJson): string {
  const lines = [results.length === 0 ? 'Nothing was found.' : table(results.map(rowOf))];
  if (cursor !== null && results.length > 0) lines.push('There is more: give more words to see less.');
  if (indexing.files_done < indexing.files)
    lines.push(`So far ${indexing.files_done} of ${indexing.files} files can be found.`);
  if (indexing.files_left_out > 0)
    lines.push(
      `${indexing.files_left_out} files are missing: some library holds more than the search takes in.`,
    );
  if (indexing.texts_waiting > 0) lines.push(`${indexing.texts_waiting} texts are still to be read.`);
  if (not_searched.length > 0)
    lines.push(`Not searched (locked): ${visible(not_searched.map(({ name }) => name).join(', '))}`);
  return lines.join('\n');
}

function rowOf({ state, time, library_name, path, commit_id, snippet }: SearchResultJson): string[] {
  return [
    state,
    formatTime(time),
    commit_id?.slice(0, 8) ?? '',
    `${library_name}:${path}`,
    snippet?.text ?? '',
  ];
}
