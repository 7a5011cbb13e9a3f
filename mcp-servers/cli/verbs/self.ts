import { usage } from '../ending.ts'
import { helpFor } from '../help.ts'
import { one, optional, grouped, verb } from '../verb.ts'

export const shells = ['bash', 'zsh', 'fish'] as const

/** Printed by `janus completion SHELL`; each script calls `janus __complete SHELL`. */
export const scripts: Readonly<Record<(typeof shells)[number], string>> = {
  bash: `_janus() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do COMPREPLY+=("$line"); done < <("$1" __complete bash "\${COMP_LINE:0:COMP_POINT}" 2>/dev/null)
  case "\${COMPREPLY[0]}" in
    :file) COMPREPLY=(); compopt -o default 2>/dev/null ;;
    :folder) COMPREPLY=(); compopt -o dirnames 2>/dev/null ;;
  esac
}
complete -F _janus janus`,
  zsh: `#compdef janus
_janus() {
  local line
  local -a found list
  found=("\${(@f)$("\${words[1]}" __complete zsh "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2>/dev/null)}")
  case "\${found[1]}" in
    '') return 1 ;;
    :file) _files; return ;;
    :folder) _files -/; return ;;
  esac
  for line in "\${found[@]}"; do
    list+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  _describe -V janus list
}
if [ "\${funcstack[1]}" = _janus ]; then _janus "$@"; else compdef _janus janus; fi`,
  fish: `function __janus_complete
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  set -l found ($words[1] __complete fish $words[2..-1] "$current" 2>/dev/null)
  switch "$found[1]"
    case :file
      __fish_complete_path "$current"
    case :folder
      __fish_complete_directories "$current"
    case '*'
      printf '%s\\n' $found
  end
end
complete -c janus -f -a '(__janus_complete)'`,
}

export const selfVerbs = grouped('Janus itself', [
  verb({
    name: 'completion',
    about: 'Print a script that completes janus in your shell',
    isOffline: true,
    args: { shell: one('SHELL', { choices: shells }) },
    more: [
      "bash: echo 'source <(janus completion bash)' >> ~/.bashrc",
      "zsh: echo 'source <(janus completion zsh)' >> ~/.zshrc, below compinit",
      'fish: janus completion fish > ~/.config/fish/completions/janus.fish',
    ].join('\n'),
    run: ({ shell }, app) => {
      app.around.print(scripts[shell as keyof typeof scripts])
      return Promise.resolve(null)
    },
  }),
  verb({
    name: 'help',
    about: 'Show what a verb takes',
    isOffline: true,
    args: { verb: optional('VERB', { source: 'verb' }), more: optional('VERB', { source: 'verb' }) },
    run: (given, app) => {
      const words = [given.verb, given.more].filter((word) => word !== undefined)
      const help = helpFor(words, app.verbs, app.columns)
      if (help === null) throw usage(`There is no janus ${words.join(' ')}.`)
      app.around.print(help)
      return Promise.resolve(null)
    },
  }),
])
