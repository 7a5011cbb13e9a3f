import type { ReportAnswers } from '../../main/contract/api/answers.ts'
import type { RequestKind } from '../../main/contract/api/requests.ts'
import type { App, Input } from './app.ts'
import type { ExitReason } from './ending.ts'

/** What a value names; completion offers these. */
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

interface Value {
  readonly as: string
  readonly source?: Source
  readonly choices?: readonly string[]
  readonly isList?: boolean
}

/** `some` and `any` take all remaining words: at least one, or possibly none. */
export interface Argument<T = unknown> extends Value {
  readonly need: 'one' | 'optional' | 'some' | 'any'
  read(words: readonly string[]): T
}

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

/** `aside` goes to standard error, so that it doesn't enter a pipe. */
export type Words = string | { readonly text: string; readonly aside: string }

/** `words` isn't called with `--json`. */
export interface VerbResult {
  readonly answer: unknown
  readonly words: () => Words
  readonly ending?: ExitReason
}

export const groups = [
  'Agents',
  'Messages',
  'Working together',
  'Limits and settings',
  'Janus itself',
] as const

/** Parsing, help, completion and `docs/cli.md` are made from these. */
export interface Verb<A = Arguments, O = Options> {
  readonly name: string
  readonly group: (typeof groups)[number]
  /** One line, in the imperative. */
  readonly about: string
  readonly more?: string
  readonly examples?: readonly string[]
  /** Needs no running app, and is allowed in an agent's shell. */
  readonly isOffline?: true
  readonly args?: A
  readonly options?: O
  /** Null when it has printed everything itself. */
  run(given: Values<A> & Values<O>, app: App): Promise<VerbResult | null>
}

type Ungrouped<A = Arguments, O = Options> = Omit<Verb<A, O>, 'group'>

interface Row<K extends RequestKind, A, O> extends Omit<Ungrouped<A, O>, 'run'> {
  readonly asks: K
  /** Milliseconds, when longer than usual. */
  readonly limit?: number
  /** Needed when arguments and options aren't the request's fields by name. */
  input?(given: Values<A> & Values<O>, app: App): Input<K> | Promise<Input<K>>
  words(answer: ReportAnswers[K], app: App, given: Values<A> & Values<O>): Words
}

/** Makes `input` required when some argument or option is no field of the request. */
type Fits<K extends RequestKind, A, O> = keyof (Values<A> & Values<O>) extends keyof Input<K>
  ? unknown
  : Required<Pick<Row<K, A, O>, 'input'>>

export function requestVerb<
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

/** A verb with its own `run`; infers the types of its arguments and options. */
export function verb<const A extends Arguments = Empty, const O extends Options = Empty>(
  one: Ungrouped<A, O>,
): Ungrouped {
  return one as unknown as Ungrouped
}

export const grouped = (group: Verb['group'], verbs: readonly Ungrouped[]): readonly Verb[] =>
  verbs.map((one) => ({ ...one, group }))

export async function report<A>(answer: Promise<A>, words: (answer: A) => Words): Promise<VerbResult> {
  const known = await answer
  return { answer: known, words: () => words(known) }
}

const argument =
  <T>(need: Argument['need'], read: Argument<T>['read']) =>
  (as: string, value: Partial<Value> = {}): Argument<T> => ({ as, need, ...value, read })

export const one = argument('one', ([word = '']) => word)

export const optional = argument('optional', ([word]) => word)

export const several = argument('some', (words) => words)

/** All remaining words as one text; `-` is standard input. */
export const text = (need: 'some' | 'any' = 'some'): Argument<string> =>
  argument(need, (words) => words.join(' '))('TEXT')

/** Comma-separated names in one word. */
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

export const option = optionOf((written) => written as string | undefined)

export const choice = <const C extends string>(choices: readonly C[], as: string, about: string) =>
  optionOf((written) => written as C | undefined)(as, about, { choices })

export const nameList = (as: string, about: string): Option<readonly string[]> =>
  optionOf((written) => listOf((written ?? '') as string))(as, about, { source: 'agent', isList: true })

/** Undefined rather than false when absent, so that the request has no such field. */
export const flag = (about: string): Option<true | undefined> => ({
  type: 'boolean',
  as: '',
  about,
  read: (written) => written === true || undefined,
})

export const repeated = (as: string, about: string, source: Source): Option<readonly string[]> => ({
  ...optionOf((written) => (written ?? []) as readonly string[])(as, about, { source }),
  multiple: true,
})

const listOf = (written: string): readonly string[] =>
  written
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
