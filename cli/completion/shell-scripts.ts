/**
 * Shell scripts that complete `wakeline`: each asks the command for completions, and completes files if there are none.
 */

export const shellScripts = {
  bash: `_wakeline() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    [[ $line == */ ]] && compopt -o nospace
    COMPREPLY+=("$(printf '%q' "$line")")
  done < <(wakeline completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o bashdefault -o default -F _wakeline wakeline
`,
  zsh: `_wakeline() {
  local -a found
  found=("\${(@f)$(wakeline completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  found=("\${(@)found:#}")
  if (( \${#found} == 0 )); then _files; return; fi
  compadd -S '' -- "\${(@M)found:#*/}"
  compadd -- "\${(@)found:#*/}"
}
compdef _wakeline wakeline
`,
  fish: `function __wakeline_complete
  set -l found (wakeline completion words -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)
  if test (count $found) -gt 0
    printf '%s\\n' $found
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c wakeline -f -a '(__wakeline_complete)'
`,
} as const;

export type Shell = keyof typeof shellScripts;
