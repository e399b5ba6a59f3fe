import { optionsWithValue, type Place } from './completion-words.ts';

/** For zsh, after its `compinit`. Where nothing fits, names of files are completed. */
export function zshCompletion(places: readonly Place[]): string {
  const cases = places.map(({ at, offers }) => {
    const words = offers.map(
      ({ word, about }) => `      ${quoted(`${word}:${about.replaceAll(':', '\\:')}`)}`,
    );
    return `    '${at}') offered=(\n${words.join('\n')}\n    ) ;;`;
  });
  const groups = places.filter(({ isGroup }) => isGroup).map(({ at }) => `'${at}'`);
  return `#compdef keepfold
# Completion of Keepfold's command line in zsh, under the name keepfold.
_keepfold() {
  local at='' word
  local -a offered
  local -i index
  for ((index = 2; index < CURRENT; index++)); do
    word=$words[index]
    case $word in
      --data-dir) ((index++)) ;;
      -*) ;;
      *) case $at in (${groups.join('|')}) [[ $index == 2 && $word == cli ]] || at="\${at:+$at }$word" ;; esac ;;
    esac
  done
  case $words[CURRENT-1] in
    ${optionsWithValue(places).join('|')}) _files; return ;;
  esac
  case $at in
${cases.join('\n')}
  esac
  _describe keepfold offered || _files
}
if [[ $funcstack[1] == _keepfold ]]; then _keepfold "$@"; else compdef _keepfold keepfold; fi
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
