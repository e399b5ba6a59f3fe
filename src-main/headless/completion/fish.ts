import type { Place } from './completion-words.ts';

/** For fish. Names of files are completed where a command takes words of its own. */
export function fishCompletion(places: readonly Place[]): string {
  const groups = places.filter(({ isGroup }) => isGroup).map(({ at }) => quoted(at));
  return `# Completion of Keepfold's command line in fish, under the name keepfold.
function __keepfold_is_at
    set -l at ''
    set -l skipped 0
    set -l words (commandline -opc)
    for index in (seq 2 (count $words))
        set -l word $words[$index]
        if test $skipped = 1
            set skipped 0
        else if test "$word" = --data-dir
            set skipped 1
        else if string match -q -- '-*' $word
            continue
        else if contains -- "$at" ${groups.join(' ')}
            if not test $index = 2 -a "$word" = cli
                set at (string trim -- "$at $word")
            end
        end
    end
    test "$at" = "$argv[1]"
end
complete -c keepfold -e
${places.flatMap(linesOf).join('\n')}
`;
}

function linesOf({ at, isGroup, offers }: Place): string[] {
  const start = `complete -c keepfold -n ${quoted(`__keepfold_is_at ${quoted(at)}`)}`;
  return offers.map(({ word, about, takesValue }) => {
    const what = word.startsWith('--') ? `-l ${word.slice(2)}${takesValue ? ' -r' : ''}` : `-a ${word}`;
    return `${start}${isGroup && !takesValue ? ' -f' : ''} ${what} -d ${quoted(about)}`;
  });
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
