import { parseArgs } from 'node:util'
import { didYouMean, usage } from './ending.ts'
import { flag, option, type Argument, type Option, type Verb } from './verb.ts'

export const common = {
  json: flag('Print what the app answers, as JSON; errors too, on standard error'),
  home: option('DIR', 'The app’s state folder; default $JANUS_HOME, or ~/.janus', { source: 'folder' }),
  help: flag('Show this help'),
  version: flag('Show the version'),
}

const short = { help: 'h', version: 'V' } as const

function configOf(options: Readonly<Record<string, Option>>) {
  const all = Object.entries(options).map(([name, { type, multiple = false }]) => {
    const letter = name in short ? { short: short[name as keyof typeof short] } : {}
    return [name, { type, multiple, ...letter }] as const
  })
  return Object.fromEntries(all)
}

/** Finds the verb at the start; a name of two words wins over one of one. */
export function findVerb(words: readonly string[], verbs: readonly Verb[]) {
  for (const count of [2, 1]) {
    const found = words.length >= count && verbs.find(({ name }) => name === words.slice(0, count).join(' '))
    if (found) return { verb: found, rest: words.slice(count) }
  }
  return { verb: null, rest: words }
}

/** Needed to tell values from words before the verb is known. */
export const optionsOfAll = (verbs: readonly Verb[]): Readonly<Record<string, Option>> =>
  Object.assign({}, common, ...verbs.map(({ options }) => options ?? {})) as Record<string, Option>

/** Never throws. `flags` are the options as written. */
export function splitCommandLine(argv: readonly string[], verbs: readonly Verb[]) {
  const config = {
    args: [...argv],
    options: configOf(optionsOfAll(verbs)),
    allowPositionals: true,
    strict: false,
    tokens: true,
  } as const
  const { positionals, tokens, values } = parseArgs(config)
  const flags = tokens.flatMap((token) => (token.kind === 'option' ? [token] : []))
  return { ...findVerb(positionals, verbs), flags, values }
}

/** Throws `EndingError` that says what is wrong. */
export function readCommandLine(argv: readonly string[], verbs: readonly Verb[]) {
  const { verb, rest, flags } = splitCommandLine(argv, verbs)
  if (verb === null && rest[0] !== undefined) throw usage(unknownVerb(rest[0], verbs))
  const own = { ...common, ...verb?.options }
  const stray = flags.find(
    ({ name }) => !Object.hasOwn(own, name) && !Object.values<string>(short).includes(name),
  )
  if (stray) {
    const meant = didYouMean(stray.name, Object.keys(own), '--')
    throw usage(`janus${verb ? ` ${verb.name}` : ''} has no option ${stray.rawName}.${meant}`)
  }
  const { values } = strictly(argv, own)
  const { json, home, help, version } = values as { readonly [K in keyof typeof common]?: boolean | string }
  const asks = version === true ? 'version' : verb === null || help === true ? 'help' : null
  const options = Object.entries(verb?.options ?? {}).map(
    ([name, one]) => [name, optionValue(name, one, values[name])] as const,
  )
  const words = verb === null || asks !== null ? {} : argumentsOf(verb, rest, verbs)
  const given = { ...Object.fromEntries(options), ...words }
  return { verb, asks, given, isJson: json === true, home: typeof home === 'string' ? home : null }
}

function strictly(argv: readonly string[], options: Readonly<Record<string, Option>>) {
  try {
    return parseArgs({ args: [...argv], options: configOf(options), allowPositionals: true })
  } catch (error) {
    const [why = ''] = (error instanceof Error ? error.message : '').split(/\. |\n/)
    throw usage(`${why}.`)
  }
}

function optionValue(name: string, one: Option, written: unknown): unknown {
  if (typeof written === 'string') refuseOdd(`--${name}`, one, written)
  return one.read(written)
}

function argumentsOf(verb: Verb, words: readonly string[], verbs: readonly Verb[]): Record<string, unknown> {
  const given: Record<string, unknown> = {}
  let rest = words
  for (const [name, one] of Object.entries(verb.args ?? {})) {
    const taken = takesAll(one) ? rest : rest.slice(0, 1)
    const [first] = taken
    if (first === undefined && (one.need === 'one' || one.need === 'some'))
      throw usage(`${one.as} is missing.`)
    if (first !== undefined) refuseOdd(one.as, one, first)
    given[name] = one.read(taken)
    rest = rest.slice(taken.length)
  }
  if (rest[0] === undefined) return given
  const below = verbs.flatMap(({ name }) =>
    name.startsWith(`${verb.name} `) ? [name.split(' ')[1] ?? ''] : [],
  )
  if (below.length > 0 && verb.args === undefined)
    throw usage(`There is no janus ${verb.name} ${shownWord(rest[0])}.${didYouMean(rest[0], below)}`)
  throw usage(`${shownWord(rest[0])} is one word too many. A name with spaces needs quotes.`)
}

export const takesAll = ({ need }: Argument): boolean => need === 'some' || need === 'any'

function refuseOdd(what: string, { choices, isList = false }: Argument | Option, written: string) {
  const odd = (isList ? written.split(',') : [written]).find((one) => choices?.includes(one.trim()) === false)
  if (choices === undefined || odd === undefined) return
  const several = isList ? ', or several with commas' : ''
  throw usage(`${what} is one of ${choices.join(', ')}${several}.${didYouMean(odd, choices)}`)
}

function unknownVerb(word: string, verbs: readonly Verb[]): string {
  const known = [...new Set(verbs.map(({ name }) => name.split(' ')[0] ?? ''))]
  return `There is no janus ${shownWord(word)}.${didYouMean(word, known, 'janus ')}`
}

const shownWord = (word: string): string => JSON.stringify(word.slice(0, 40))
