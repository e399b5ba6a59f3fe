import { optionsWithValue, type Place } from './completion-words.ts';

/** For bash. Where nothing is offered bash completes names of files by itself. */
export function bashCompletion(places: readonly Place[]): string {
  const cases = places.map(
    ({ at, offers }) => `    '${at}') offered='${offers.map(({ word }) => word).join(' ')}' ;;`,
  );
  const groups = places.filter(({ isGroup }) => isGroup).map(({ at }) => `'${at}'`);
  return `# Completion of Keepfold's command line in bash, under the name keepfold.
_keepfold() {
  local at='' offered='' word index
  for ((index = 1; index < COMP_CWORD; index++)); do
    word=\${COMP_WORDS[index]}
    case $word in
      --data-dir) ((index++)) ;;
      -*) ;;
      *) case $at in ${groups.join('|')}) [[ $index == 1 && $word == cli ]] || at="\${at:+$at }$word" ;; esac ;;
    esac
  done
  COMPREPLY=()
  case \${COMP_WORDS[COMP_CWORD - 1]} in
    ${optionsWithValue(places).join('|')}) return ;;
  esac
  case $at in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$offered" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _keepfold keepfold
`;
}
