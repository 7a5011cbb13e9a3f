import { common } from '../mcp-servers/cli/read.ts'
import { exits, installHint, optionRows, usageOf } from '../mcp-servers/cli/help.ts'
import { groups, type Verb } from '../mcp-servers/cli/verb.ts'

const head = `# The command line

<!-- Made from the table of verbs (mcp-servers/cli/verbs.ts). \`JANUS_RETELL=1 npm run unit -- scripts/docs\` writes it again. -->

While Janus runs, \`janus\` in a terminal speaks to the agents as you. ${installHint}

\`\`\`sh
janus agents
janus send Scout "Which parts have no tests?" --wait 120
git diff | janus send Scout -
janus link Scout Builder --purpose "fix the fares together"
janus --help
\`\`\`

Agents’ own shells cannot use it: there it would speak as you. They have tools.

## Completion

- bash: \`echo 'source <(janus completion bash)' >> ~/.bashrc\`
- zsh: \`echo 'source <(janus completion zsh)' >> ~/.zshrc\`, below \`compinit\`
- fish: \`janus completion fish > ~/.config/fish/completions/janus.fish\`

Verbs, options and their values complete, and names of agents, groups, roles, settings, links, timers and gatherings, as the running app tells them.`

const onOutput =
  'Errors go to standard error, and so does what is no part of the answer, such as how to see more. Times are those of your time zone (`TZ`); with `--json` they are ISO 8601 in UTC, as in [the API](api.md). A table is cut to the width of the terminal, and whole in a pipe.'

/** Builds `docs/cli.md`: each group's verbs in a line each, then the verbs with more text. */
export function page(verbs: readonly Verb[]): string {
  const parts = groups.flatMap((group) => {
    const own = verbs.filter((one) => one.group === group)
    const lines = own.map((one) => `- \`${usageOf(one)}\`: ${escaped(one.about)}`)
    return [`## ${group}`, lines.join('\n'), ...own.flatMap(verbPart)]
  })
  const every = ['## Options of every verb', optionList(common), `${exits} ${onOutput}`]
  return `${[head, ...every, ...parts].join('\n\n')}\n`
}

/** Verbs that are described on another page, or above. */
const elsewhere: Readonly<Record<string, string>> = {
  api: 'The routes: [the API](api.md).',
  completion: 'See [Completion](#completion).',
}

function verbPart({ name, more, args = {}, options = {}, examples = [] }: Verb): readonly string[] {
  const chosen = Object.values(args).flatMap(({ as, choices }) =>
    choices ? [`${as} is one of ${choices.join(', ')}.`] : [],
  )
  const words = elsewhere[name] ?? escaped(more ?? '')
  const parts = [
    [...chosen, words].join(' ').trim(),
    Object.keys(options).length === 0 ? '' : optionList(options),
    examples.length === 0 ? '' : `\`\`\`sh\n${examples.join('\n')}\n\`\`\``,
  ].filter((part) => part !== '')
  return parts.length === 0 ? [] : [`### janus ${name}`, ...parts]
}

const optionList = (options: Parameters<typeof optionRows>[0]): string =>
  optionRows(options)
    .map(([written, about]) => `- \`${written}\`: ${escaped(about)}`)
    .join('\n')

const escaped = (text: string): string => text.replace(/[<>*_]/g, '\\$&')
