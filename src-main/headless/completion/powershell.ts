import { optionsWithValue, type Place } from './completion-words.ts';

/** For PowerShell. Where nothing is offered it completes names of files by itself. */
export function powershellCompletion(places: readonly Place[]): string {
  const rows = places.map(({ at, offers }) => {
    const words = offers.map(({ word, about }) => `      @(${quoted(word)}, ${quoted(about)})`);
    return `    ${quoted(at)} = @(\n${words.join(',\n')}\n    )`;
  });
  const groups = places.filter(({ isGroup }) => isGroup).map(({ at }) => quoted(at));
  return `# Completion of Keepfold's command line in PowerShell, under the name keepfold.
Register-ArgumentCompleter -Native -CommandName keepfold -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $offers = @{
${rows.join('\n')}
  }
  $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { "$_" })
  if (@(${optionsWithValue(places).map(quoted).join(', ')}) -contains $words[-1]) { return }
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

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
