import { resolve } from 'node:path'
import type { ConversationPage, ConversationView } from '../../main/contract/conversations.ts'
import { sizeWords } from '../../main/contract/size-words.ts'
import type { AgentSummary } from '../../main/contract/agent-summary.ts'
import { queryOf } from '../shared/ask-as-agent.ts'
import { part, type ApiRequest } from '../shared/ask.ts'
import { clean } from './clean.ts'
import { EndingError } from './ending.ts'
import { table } from './show.ts'

/** What is wanted of the conversations that a program has already. */
export interface ResumeCommand {
  /** Which one is opened: by its id, or the newest of the folder; none: they are listed. */
  readonly which: { readonly id: string } | 'last' | null
  readonly folder: string
  readonly kind: string | undefined
  readonly name: string | undefined
  readonly words: string | undefined
  readonly limit: string | undefined
  /** Going on in the original itself is meant. */
  readonly original: boolean
}

interface ResumeFlags {
  readonly folder?: string | undefined
  readonly kind?: string | undefined
  readonly name?: string | undefined
  readonly last?: boolean | undefined
  readonly words?: string | undefined
  readonly limit?: string | undefined
  readonly original?: boolean | undefined
}

/** Reads what stands behind `janus resume`. Throws `EndingError`. */
export function readResume(id: string | undefined, flags: ResumeFlags): ResumeCommand {
  const { folder = '.', kind, name, last = false, words, limit, original = false } = flags
  if (last && id !== undefined)
    throw new EndingError('usage', 'Say an id or --last, not both.\nSee janus --help.')
  if (name !== undefined && !last && id === undefined)
    throw new EndingError('usage', '--name is of a new tab: say an id, or --last.\nSee janus --help.')
  const which = id === undefined ? (last ? 'last' : null) : { id }
  return { which, folder, kind, name, words, limit, original }
}

/** What is asked of the app; `ask` finds out which conversation is the newest. */
export async function resumeRequest(
  { which, folder, kind, name, words: q, limit = '20', original }: ResumeCommand,
  cwd: string,
  ask: (first: ApiRequest) => Promise<unknown>,
): Promise<ApiRequest> {
  const of = { kind, folder: resolve(cwd, folder), q }
  const list = (most: string): ApiRequest => ({
    ...{ method: 'GET', path: `/conversations${queryOf({ ...of, limit: most })}`, repeatable: true },
  })
  if (which === null) return list(limit)
  const id = which === 'last' ? newest((await ask(list('1'))) as ConversationPage, of.folder) : which.id
  const body = { kind, name, ...(original ? { original } : {}) }
  return { method: 'POST', path: `/conversations/${part(id)}/open`, body, repeatable: false }
}

function newest({ items: [first], why }: ConversationPage, folder: string): string {
  if (first?.folder === folder) return first.id
  throw new EndingError(
    'refused',
    why ?? `There is no conversation in ${folder}. Those of other folders: janus resume`,
  )
}

/** A table of conversations, or which tab one has become. */
export function resumeWords({ which }: ResumeCommand, answer: unknown, now: number): string {
  if (which !== null) {
    const { name, cwd } = answer as AgentSummary
    return `${clean(name)} works in ${clean(cwd)}, and goes on from there. Write to it: janus send "${clean(name)}" "…"`
  }
  const { items, why } = answer as ConversationPage
  if (items.length === 0) return why ?? 'There is no conversation in which anything was said.'
  return table([
    ['ID', 'AGE', 'TURNS', 'SIZE', 'FOLDER', 'FIRST WORDS'],
    ...items.map((one) => rowOf(one, now)),
  ])
}

function rowOf({ id, changedAt, turns, bytes, folder, title, tab }: ConversationView, now: number): string[] {
  const words = [...clean(title)].slice(0, 60).join('')
  return [
    ...[
      id,
      ageOf(now - Date.parse(changedAt)),
      turns === null ? '' : String(turns),
      bytes === null ? '' : sizeWords(bytes),
      clean(folder ?? ''),
    ],
    tab === null ? words : `${words} (tab ${clean(tab.name)}${tab.closed ? ', closed' : ''})`,
  ]
}

function ageOf(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  if (minutes < 60) return `${String(minutes)} m`
  return minutes < 48 * 60
    ? `${String(Math.floor(minutes / 60))} h`
    : `${String(Math.floor(minutes / 1440))} d`
}
