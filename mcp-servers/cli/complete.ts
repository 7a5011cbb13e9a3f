import type { App } from './app.ts'
import { terminalLine } from './clean.ts'
import { common, findVerb, optionsOfAll, takesAll } from './read.ts'
import type { Argument, Option, Source, Verb } from './verb.ts'
import { seatsOf } from './verbs/circles.ts'

type Candidate = readonly [value: string, about: string]

/**
 * `argv` is the shell's name, then the whole line for bash, or its words for the others. Returns values with
 * a description, or `:file` or `:folder`; nothing when the app doesn't answer.
 */
export async function completions(
  [shell = '', ...written]: readonly string[],
  appAt: (home: string | null) => App,
): Promise<readonly string[]> {
  const line = shell === 'bash' ? readLine(written[0] ?? '') : null
  const words = line === null ? written : line.words.slice(1)
  const last = words.at(-1) ?? ''
  // Fish passes the word as typed, with an open quotation mark.
  const current = shell === 'fish' ? readLine(last).words.join(' ') : last
  const home = words.indexOf('--home')
  const app = appAt(home < 0 ? null : (words[home + 1] ?? null))
  const found = await candidates(words.slice(0, -1), current, app)
  if (typeof found === 'string') return [`:${found}`]
  const fitting = found.filter(([value]) => value.toLowerCase().startsWith(current.toLowerCase()))
  return fitting.map(([value, about]) =>
    line === null ? `${terminalLine(value)}\t${terminalLine(about)}` : escaped(value, line),
  )
}

async function candidates(
  written: readonly string[],
  current: string,
  app: App,
): Promise<readonly Candidate[] | 'file' | 'folder'> {
  const { verbs } = app
  const all = optionsOfAll(verbs)
  const { words, option } = readBefore(written, all)
  const { verb, rest } = findVerb(words, verbs)
  const options: Readonly<Record<string, Option>> = { ...verb?.options, ...common }
  if (option !== null) return valuesOf(options[option] ?? all[option], current, app)
  const [flag = '', value] = current.split(/=(.*)/s)
  if (value !== undefined && flag.startsWith('--')) {
    const values = await valuesOf(options[flag.slice(2)], value, app)
    return typeof values === 'string' ? values : values.map(([each, about]) => [`${flag}=${each}`, about])
  }
  if (current.startsWith('-')) return Object.entries(options).map(([name, { about }]) => [`--${name}`, about])
  if (words.length === 0) return firstVerbs(verbs)
  const below = words.length === 1 && verb ? verbsBelow(verb, verbs) : []
  const values = await valuesOf(argumentAt(verb, rest.length), current, app)
  return typeof values === 'string' && below.length === 0
    ? values
    : [...below, ...(typeof values === 'string' ? [] : values)]
}

function readBefore(written: readonly string[], options: Readonly<Record<string, Option>>) {
  const words: string[] = []
  /** Set when the word at the cursor is the value of this option. */
  let option: string | null = null
  for (const word of written) {
    const name = word.slice(2)
    if (option !== null) option = null
    else if (word.startsWith('--') && options[name]?.type === 'string') option = name
    else if (!word.startsWith('-')) words.push(word)
  }
  return { words, option }
}

function argumentAt(verb: Verb | null, at: number): Argument | undefined {
  const all = Object.values(verb?.args ?? {})
  const last = all.at(-1)
  return all[at] ?? (last && takesAll(last) ? last : undefined)
}

function verbsBelow({ name }: Verb, verbs: readonly Verb[]): readonly Candidate[] {
  return verbs
    .filter((one) => one.name.startsWith(`${name} `))
    .map((one) => [one.name.slice(name.length + 1), one.about])
}

async function valuesOf(
  value: Argument | Option | undefined,
  current: string,
  app: App,
): Promise<readonly Candidate[] | 'file' | 'folder'> {
  if (value === undefined) return []
  if (value.source === 'file' || value.source === 'folder') return value.source
  const { choices, source, isList = false } = value
  const all: readonly Candidate[] = choices
    ? choices.map((one) => [one, ''])
    : source === undefined
      ? []
      : await sources[source](app).catch(() => [])
  if (!isList) return all
  const head = current.slice(0, current.lastIndexOf(',') + 1)
  const had = head.split(',')
  return all.filter(([one]) => !had.includes(one)).map(([one, about]) => [head + one, about])
}

const agents = async (app: App): Promise<readonly Candidate[]> =>
  (await app.ask('agents.list')).map(({ name, status, role }) => [name, role || status])

type Known = Exclude<Source, 'file' | 'folder'>

/** What there is of each kind, as the running app says. */
const sources: Readonly<Record<Known, (app: App) => Promise<readonly Candidate[]>>> = {
  agent: agents,
  group: async (app) => [
    ...(await app.ask('groups.list')).map(({ name, members }): Candidate => [name, namesOf(members)]),
    ['all', 'every agent'],
  ],
  role: async (app) => (await app.ask('roles.list')).map(({ name, line }) => [name, line]),
  setting: async (app) => (await app.ask('settings.get')).map(({ name, title }) => [name, title]),
  link: async (app) => [
    ...(await agents(app)),
    ...(await app.ask('links.list')).items.map(({ id, members }): Candidate => [id, namesOf(members)]),
  ],
  timer: async (app) =>
    (await app.ask('heartbeats.list')).map(({ id, agent, note }) => [id, `${agent}: ${note}`]),
  task: async (app) =>
    (await app.ask('tasks.list')).map(({ id, state, title }) => [id, `${state}: ${title}`]),
  gathering: async (app) => (await app.ask('gatherings.list')).items.map(({ id, topic }) => [id, topic]),
  circle: async (app) => (await seatsOf(app)).map(({ circle, topic }) => [circle, topic]),
  verb: async ({ verbs }) => firstVerbs(verbs),
}

const namesOf = (members: readonly { readonly name: string }[]): string =>
  members.map(({ name }) => name).join(', ')

const firstVerbs = (verbs: readonly Verb[]): readonly Candidate[] =>
  verbs.filter(({ name }) => !name.includes(' ')).map(({ name, about }) => [name, about])

interface WrittenLine {
  /** Unquoted; the last one is at the cursor. */
  readonly words: readonly string[]
  /** The open quotation mark, or empty. */
  readonly quote: string
  /** The word at the cursor as typed. */
  readonly raw: string
}

/** Splits a line like bash, but understands only quotes and backslashes. */
export function readLine(line: string): WrittenLine {
  const words: string[] = []
  let [word, raw, quote, isWord] = ['', '', '', false]
  for (let at = 0; at < line.length; at++) {
    const letter = line.charAt(at)
    if (quote === '' && /\s/.test(letter)) {
      if (isWord) words.push(word)
      ;[word, raw, isWord] = ['', '', false]
      continue
    }
    isWord = true
    raw += letter
    if (letter === quote) quote = ''
    else if (quote === '' && (letter === '"' || letter === "'")) quote = letter
    else if (letter === '\\' && quote !== "'" && at + 1 < line.length) {
      word += line.charAt(++at)
      raw += line.charAt(at)
    } else word += letter
  }
  return { words: [...words, word], quote, raw }
}

/** Quotes a completion for bash, which itself begins a new word at `@`, `:` and `=`. */
export function escaped(value: string, { quote, raw }: WrittenLine): string {
  if (quote !== '') return value
  const safe = value.replace(/[^\p{L}\p{N}_.,/:=@+-]/gu, '\\$&')
  const start = Math.max(raw.lastIndexOf('@'), raw.lastIndexOf(':'), raw.lastIndexOf('='))
  return safe.slice(start + 1)
}
