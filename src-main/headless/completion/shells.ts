import { optionsWithValue, type Place } from './completion-words.ts';

/** For bash, which completes file names where nothing is offered. */
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

/** For zsh, after its `compinit`. Completes file names where nothing fits. */
export function zshCompletion(places: readonly Place[]): string {
  const cases = places.map(({ at, offers }) => {
    const words = offers.map(
      ({ word, about }) => `      ${zshQuoted(`${word}:${about.replaceAll(':', '\\:')}`)}`,
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

function zshQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** For fish. Completes file names where a command takes words of its own. */
export function fishCompletion(places: readonly Place[]): string {
  const groups = places.filter(({ isGroup }) => isGroup).map(({ at }) => fishQuoted(at));
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
${places.flatMap(fishLines).join('\n')}
`;
}

function fishLines({ at, isGroup, offers }: Place): string[] {
  const start = `complete -c keepfold -n ${fishQuoted(`__keepfold_is_at ${fishQuoted(at)}`)}`;
  return offers.map(({ word, about, takesValue }) => {
    const what = word.startsWith('--') ? `-l ${word.slice(2)}${takesValue ? ' -r' : ''}` : `-a ${word}`;
    return `${start}${isGroup && !takesValue ? ' -f' : ''} ${what} -d ${fishQuoted(about)}`;
  });
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** For PowerShell, which completes file names where nothing is offered. */
export function powershellCompletion(places: readonly Place[]): string {
  const rows = places.map(({ at, offers }) => {
    const words = offers.map(
      ({ word, about }) => `      @(${powershellQuoted(word)}, ${powershellQuoted(about)})`,
    );
    return `    ${powershellQuoted(at)} = @(\n${words.join(',\n')}\n    )`;
  });
  const groups = places.filter(({ isGroup }) => isGroup).map(({ at }) => powershellQuoted(at));
  return `# Completion of Keepfold's command line in PowerShell, under the name keepfold.
Register-ArgumentCompleter -Native -CommandName keepfold -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $offers = @{
${rows.join('\n')}
  }
  $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { "$_" })
  if (@(${optionsWithValue(places).map(powershellQuoted).join(', ')}) -contains $words[-1]) { return }
  $at = ''
  for ($index = 1; $index -lt $words.Count; $index++) {
    $word = $words[$index]
    if ($word -eq '--data-dir') { $index++; continue }
    if ($word.StartsWith('-') -or ($index -eq 1 -and $word -eq 'cli')) { continue }
    if (@(${groups.join(', ')}) -contains $at) { $at = "$at $word".Trim() }
  }
  $offers[$at] | Where-Object { $_ -and $_[0].StartsWith($wordToComplete) } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_[0], $_[0], 'ParameterValue', $_[1])
  }
}
`;
}

function powershellQuoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
