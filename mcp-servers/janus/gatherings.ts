import { apiRoutes } from '../../main/contract/agents-api.ts'
import { part, type ApiRequest } from '../shared/ask.ts'
import { EndingError } from './ending.ts'

/** What is asked about gatherings; a text of `-` is still to be read. */
export type GatheringCommand =
  | { readonly do: 'list' }
  | { readonly do: 'show' | 'export'; readonly id: string }
  | { readonly do: 'convene'; readonly topic: string; readonly question: string; readonly cast: Cast }
  | { readonly do: 'say' | 'note'; readonly id: string; readonly text: string; readonly to: string | null }
  | { readonly do: 'pass'; readonly id: string; readonly to: string | null }
  | { readonly do: 'steer'; readonly id: string; readonly verb: string; readonly to: string | null }

/** Who sits, by name and in order. */
export interface Cast {
  readonly names: readonly string[]
  readonly harvester: string
  readonly rhythm: string | null
  /** The person's own number in the order. */
  readonly seat: number | null
}

/** The flags that belong to gatherings, as they were written. */
export interface GatheringFlags {
  readonly with?: string
  readonly harvester?: string
  readonly rhythm?: string
  readonly seat?: string
  readonly to?: string
}

/** What steers one, a word each; `note` has words of its own. */
const verbs = apiRoutes.flatMap(({ says }) =>
  says?.verb === undefined || says.verb === 'note' ? [] : [says.verb],
)

/** Reads what stands behind `janus gatherings`. Throws `EndingError` that says how it is written. */
export function readGatherings(rest: readonly string[], flags: GatheringFlags): GatheringCommand {
  const [verb, id, ...words] = rest
  if (verb === undefined) return { do: 'list' }
  if (verb === 'convene') return conveneOf(id, words, flags)
  const to = flags.to ?? null
  if (verb === 'say' || verb === 'note') {
    if (id === undefined || words.length === 0)
      throw usage(`Say in which and what: janus gatherings ${verb} ID TEXT`)
    return { do: verb, id, text: words.join(' '), to }
  }
  const isKnown = verb === 'show' || verb === 'export' || verb === 'pass' || verbs.includes(verb)
  if (!isKnown) throw usage(`There is no janus gatherings ${JSON.stringify(verb.slice(0, 40))}.`)
  if (id === undefined || words.length > 0) throw usage(`Say in which: janus gatherings ${verb} ID`)
  if (verb === 'show' || verb === 'export') return { do: verb, id }
  return verb === 'pass' ? { do: 'pass', id, to } : { do: 'steer', id, verb, to }
}

function conveneOf(
  topic: string | undefined,
  [question, ...more]: readonly string[],
  { with: names = '', harvester, rhythm, seat }: GatheringFlags,
): GatheringCommand {
  const list = names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (topic === undefined || question === undefined || more.length > 0 || list.length === 0 || !harvester)
    throw usage(
      'Say about what and with whom: janus gatherings convene TOPIC QUESTION --with A,B --harvester C',
    )
  if (seat !== undefined && !/^[1-9]\d?$/.test(seat)) throw usage('--seat is your number in the order.')
  const cast = {
    names: list,
    harvester,
    rhythm: rhythm ?? null,
    seat: seat === undefined ? null : Number(seat),
  }
  return { do: 'convene', topic, question, cast }
}

/** The question to the API; `text` is what `-` stood for, `key` names it, so that asking twice is one. */
export function gatheringRequest(command: GatheringCommand, text: string, key: string): ApiRequest {
  if (command.do === 'list') return { method: 'GET', path: '/gatherings', repeatable: true }
  if (command.do === 'convene') return conveneRequest(command, text, key)
  const path = `/gatherings/${part(command.id)}`
  switch (command.do) {
    case 'show':
      return { method: 'GET', path, repeatable: true }
    case 'export':
      return { method: 'GET', path: `${path}/export`, repeatable: true }
    case 'say':
    case 'note': {
      const body = { text, ...(command.to === null ? {} : { to: command.to }) }
      return { method: 'POST', path: `${path}/${command.do}`, body, repeatable: false }
    }
    case 'pass':
    case 'steer': {
      const body = command.to === null ? {} : { to: command.to }
      const verb = command.do === 'pass' ? 'pass' : command.verb
      return { method: 'POST', path: `${path}/${verb}`, body, repeatable: false }
    }
  }
}

function conveneRequest(
  { topic, cast: { names, harvester, rhythm, seat } }: GatheringCommand & { do: 'convene' },
  question: string,
  idempotencyKey: string,
): ApiRequest {
  const body = {
    ...{ topic, question, participants: names.map((name) => ({ name })), harvester: { name: harvester } },
    ...(rhythm === null ? {} : { rhythm }),
    ...(seat === null ? {} : { human: { number: seat } }),
    idempotencyKey,
  }
  return { method: 'POST', path: '/gatherings', body, repeatable: true }
}

function usage(message: string): EndingError {
  return new EndingError('usage', `${message}\nSee janus --help.`)
}
