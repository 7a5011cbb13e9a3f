import type { ReportAnswers } from '../../main/contract/api/answers.ts'
import type { RequestKind } from '../../main/contract/api/requests.ts'
import type { App, Input } from './app.ts'
import type { Ending } from './ending.ts'

/** What a value on the command line names; the completion offers those that there are. */
export type Source =
  | 'agent'
  | 'group'
  | 'role'
  | 'setting'
  | 'link'
  | 'timer'
  | 'task'
  | 'gathering'
  | 'circle'
  | 'verb'
  | 'file'
  | 'folder'

/** What help and completion say of a value. */
interface Value {
  /** How it is written in help: `NAME`. */
  readonly as: string
  readonly source?: Source
  readonly choices?: readonly string[]
  /** Several, with commas between them. */
  readonly isList?: boolean
}

/** A word behind the verb. `some` and `any` take all that follow: at least one, or none too. */
export interface Argument<T = unknown> extends Value {
  readonly need: 'one' | 'optional' | 'some' | 'any'
  read(words: readonly string[]): T
}

/** What is written with two dashes. */
export interface Option<T = unknown> extends Value {
  readonly type: 'string' | 'boolean'
  readonly multiple?: true
  readonly about: string
  read(written: unknown): T
}

type Values<P> = { readonly [K in keyof P]: P[K] extends { read(written: never): infer T } ? T : never }
type Arguments = Readonly<Record<string, Argument>>
type Options = Readonly<Record<string, Option>>
type Empty = Readonly<Record<never, never>>

/** What a user reads; `aside` goes to standard error, away from what is piped on. */
export type Words = string | { readonly text: string; readonly aside: string }

/** What came of a verb. `words` is not asked for with `--json`. */
export interface VerbResult {
  readonly answer: unknown
  readonly words: () => Words
  readonly ending?: Ending
}

/** Under which heading of the overview a verb stands. */
export const groups = [
  'Agents',
  'Messages',
  'Working together',
  'Limits and settings',
  'Janus itself',
] as const

/** One verb of the command line: parsing, help, completion and `docs/cli.md` are made of these. */
export interface Verb<A = Arguments, O = Options> {
  /** One word, or two: `groups make`. */
  readonly name: string
  readonly group: (typeof groups)[number]
  /** One line, in the imperative. */
  readonly about: string
  /** What else there is to know, below the usage. */
  readonly more?: string
  readonly examples?: readonly string[]
  /** It needs no app, and an agent's shell may use it too. */
  readonly isOffline?: true
  readonly args?: A
  readonly options?: O
  /** Null: it has printed everything itself. */
  run(given: Values<A> & Values<O>, app: App): Promise<VerbResult | null>
}

type Ungrouped<A = Arguments, O = Options> = Omit<Verb<A, O>, 'group'>

/** A verb that sends one request of the agents API and says what came of it. */
interface Row<K extends RequestKind, A, O> extends Omit<Ungrouped<A, O>, 'run'> {
  readonly asks: K
  /** How long it may take, in ms, where that is longer than usual. */
  readonly limit?: number
  /** The request's fields, where they are not the arguments and options by their own names. */
  input?(given: Values<A> & Values<O>, app: App): Input<K> | Promise<Input<K>>
  words(answer: ReportAnswers[K], app: App, given: Values<A> & Values<O>): Words
}

/** A row whose arguments and options are not all fields of its request says what it asks. */
type Fits<K extends RequestKind, A, O> = keyof (Values<A> & Values<O>) extends keyof Input<K>
  ? unknown
  : Required<Pick<Row<K, A, O>, 'input'>>

/** A verb that is one request: the usual kind. */
export function row<
  K extends RequestKind,
  const A extends Arguments = Empty,
  const O extends Options = Empty,
>(one: Row<K, A, O> & Fits<K, A, O>): Ungrouped {
  const { asks, limit, input = (given) => given as Input<K>, words, ...about }: Row<K, A, O> = one
  return verb<A, O>({
    ...about,
    run: async (given, app) =>
      report(app.ask(asks, await input(given, app), limit), (answer) => words(answer, app, given)),
  })
}

/** A verb with a `run` of its own, which gets the types of its arguments and options. */
export function verb<const A extends Arguments = Empty, const O extends Options = Empty>(
  one: Ungrouped<A, O>,
): Ungrouped {
  return one as unknown as Ungrouped
}

/** Verbs under a heading of the overview, in its order. */
export const under = (group: Verb['group'], verbs: readonly Ungrouped[]): readonly Verb[] =>
  verbs.map((one) => ({ ...one, group }))

/** What the app answers, and how a user reads it. */
export async function report<A>(answer: Promise<A>, words: (answer: A) => Words): Promise<VerbResult> {
  const known = await answer
  return { answer: known, words: () => words(known) }
}

const argument =
  <T>(need: Argument['need'], read: Argument<T>['read']) =>
  (as: string, value: Partial<Value> = {}): Argument<T> => ({ as, need, ...value, read })

/** One word that has to be there. */
export const one = argument('one', ([word = '']) => word)

/** One word that may be left out. */
export const optional = argument('optional', ([word]) => word)

/** All words that follow, each for itself. */
export const several = argument('some', (words) => words)

/** All words that follow, as one text; `-` stands for standard input. */
export const text = (need: 'some' | 'any' = 'some'): Argument<string> =>
  argument(need, (words) => words.join(' '))('TEXT')

/** Names with commas between them, in one word. */
export const names = (as: string): Argument<readonly string[]> =>
  argument('one', ([word = '']) => listOf(word))(as, { source: 'agent', isList: true })

const optionOf =
  <T>(read: Option<T>['read']) =>
  (as: string, about: string, value: Partial<Value> = {}): Option<T> => ({
    type: 'string',
    as,
    about,
    ...value,
    read,
  })

/** An option with a value. */
export const option = optionOf((written) => written as string | undefined)

/** An option that is one of a few words. */
export const choice = <const C extends string>(choices: readonly C[], as: string, about: string) =>
  optionOf((written) => written as C | undefined)(as, about, { choices })

/** An option of names with commas between them. */
export const nameList = (as: string, about: string): Option<readonly string[]> =>
  optionOf((written) => listOf((written ?? '') as string))(as, about, { source: 'agent', isList: true })

/** An option without a value; one that is not given is no field of a request either. */
export const flag = (about: string): Option<true | undefined> => ({
  type: 'boolean',
  as: '',
  about,
  read: (written) => written === true || undefined,
})

/** An option that can be given several times. */
export const repeated = (as: string, about: string, source: Source): Option<readonly string[]> => ({
  ...optionOf((written) => (written ?? []) as readonly string[])(as, about, { source }),
  multiple: true,
})

/** The values of a comma-separated word; what is empty is left out. */
const listOf = (written: string): readonly string[] =>
  written
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
