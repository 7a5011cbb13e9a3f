import { exitCodes } from './ending.ts'
import { common, findVerb } from './read.ts'
import { groups, type Argument, type Option, type Verb } from './verb.ts'

/** Shared by all pages and hints that mention it. */
export const installHint =
  '`janus` is on your PATH after `npm link` in the checkout; `node scripts/janus.mjs` there does the same without it.'

/** Columns, however wide the terminal is. */
const mostColumns = 100

export const exits = [
  `Exit codes: ${String(exitCodes.done)} done, ${String(exitCodes.refused)} refused, ${String(exitCodes.usage)} not understood,`,
  `${String(exitCodes.away)} Janus is not running, ${String(exitCodes.late)} no reply came.`,
].join(' ')

function overview(verbs: readonly Verb[], columns: number): string {
  const parts = groups.map((group) => {
    const own = verbs.filter((one) => one.group === group && !one.name.includes(' '))
    const rows = own.map(({ name, about }) => [name, about] as const)
    return section(group, rows, columns)
  })
  return [
    'Speak to the agents of the running Janus app from a terminal.',
    section('Usage', ['janus VERB [options]'], columns),
    ...parts,
    section('Options', optionRows(common), columns),
    section('Examples', examples, columns),
    fill(installHint.replaceAll('`', ''), 0, columns),
    fill(`janus VERB --help shows what a verb takes. ${exits}`, 0, columns),
  ].join('\n\n')
}

const examples = [
  'janus send Scout "Which parts have no tests?" --wait 120',
  'git diff | janus send Scout -',
  'janus new Critic --folder ../ferry --role "finds what is wrong"',
]

function helpOf(verb: Verb, verbs: readonly Verb[], columns: number): string {
  const { name, about, more = '', args = {}, options = {}, examples: own = [] } = verb
  const below = verbs.filter((one) => one.name.startsWith(`${name} `))
  const chosen = Object.values(args).flatMap(({ as, choices }) =>
    choices ? [[as, oneOf(choices)] as const] : [],
  )
  return [
    fill(`${about}.`, 0, columns),
    section('Usage', [usageOf(verb)], columns),
    fill(more, 0, columns),
    section('Arguments', chosen, columns),
    section(
      'Verbs',
      below.map((one) => [usageOf({ ...one, options: {} }).slice('janus '.length), one.about]),
      columns,
    ),
    section('Options', optionRows(options), columns),
    section('Examples', own, columns),
    fill('Options of every verb: --json, --home DIR, --help. See janus --help.', 0, columns),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Returns the overview without words, and null when there is no such verb. */
export function helpFor(words: readonly string[], verbs: readonly Verb[], columns: number): string | null {
  if (words.length === 0) return overview(verbs, columns)
  const { verb } = findVerb(words, verbs)
  return verb && helpOf(verb, verbs, columns)
}

export function usageOf({ name, args = {}, options = {} }: Verb): string {
  const words = Object.values(args).map(form)
  return ['janus', name, ...words, ...(Object.keys(options).length > 0 ? ['[options]'] : [])].join(' ')
}

function form({ as, need }: Argument): string {
  return { one: as, optional: `[${as}]`, some: `${as}…`, any: `[${as}…]` }[need]
}

export const optionRows = (options: Readonly<Record<string, Option>>): (readonly [string, string])[] =>
  Object.entries(options).map(([name, { as, about, choices }]) => [
    `--${name}${as === '' ? '' : ` ${as}`}`,
    choices === undefined ? about : `${about}: ${oneOf(choices)}`,
  ])

const oneOf = (choices: readonly string[]): string =>
  choices.length < 2 ? choices.join() : `${choices.slice(0, -1).join(', ')} or ${choices.at(-1) ?? ''}`

type Row = string | readonly [left: string, right: string]

/** Returns the empty string without rows. */
function section(title: string, rows: readonly Row[], columns: number): string {
  if (rows.length === 0) return ''
  const indent = Math.min(
    30,
    Math.max(...rows.map((row) => (typeof row === 'string' ? row : row[0]).length)) + 4,
  )
  const lines = rows.map((row) => {
    if (typeof row === 'string') return `  ${row}`
    const [left, right] = row
    const words = fill(right, indent, columns)
    return left.length + 4 > indent ? `  ${left}\n${words}` : `  ${left}${words.slice(left.length + 2)}`
  })
  return [title, ...lines].join('\n')
}

/** Wraps text to the terminal's width, indented by spaces. */
function fill(text: string, indent: number, columns: number): string {
  const room = Math.max(20, Math.min(columns, mostColumns) - indent)
  const lines = text.split('\n').flatMap((paragraph) => {
    const filled = ['']
    for (const word of paragraph.split(' ')) {
      const last = filled.at(-1) ?? ''
      if (last !== '' && last.length + 1 + word.length > room) filled.push(word)
      else filled[filled.length - 1] = last === '' ? word : `${last} ${word}`
    }
    return filled
  })
  return lines.map((line) => ' '.repeat(indent) + line).join('\n')
}
