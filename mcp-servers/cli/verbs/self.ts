import { EndingError } from '../ending.ts'
import { helpFor } from '../help.ts'
import { scripts, shells } from '../shells.ts'
import { one, optional, under, verb } from '../verb.ts'

/** What the command does by itself, without the app. */
export const selfVerbs = under('Janus itself', [
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
      if (help === null) throw new EndingError('usage', `There is no janus ${words.join(' ')}.`)
      app.around.print(help)
      return Promise.resolve(null)
    },
  }),
])
