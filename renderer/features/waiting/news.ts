import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import type { GatheringId } from '../../../main/contract/gatherings/gatherings.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { NewsKind } from '../../state/sounds.ts'

/** Something that has come to its end and asks nothing. */
export interface News {
  readonly kind: Exclude<NewsKind, 'needs'>
  /** The same for the same news. */
  readonly key: string
  readonly title: string
  /** Its last words, or what was decided first; Markdown. */
  readonly body: string
  readonly place:
    | { readonly agent: AgentId; readonly row: number | null }
    | { readonly gathering: GatheringId }
  /** How long the agent had worked, in ms; null where nobody worked for it, or nobody saw the beginning. */
  readonly worked: number | null
}

/** Sees what has come to its end. The first look only learns. */
export class NewsReader {
  #ends: ReadonlyMap<AgentId, string> | null = null
  #harvests: ReadonlySet<GatheringId> | null = null
  readonly #since = new Map<AgentId, number>()

  /** All open tabs and all gatherings, as they stand at `now` in ms. */
  read(agents: readonly AgentView[], gatherings: readonly GatheringView[], now: number): readonly News[] {
    return [...this.#turns(agents, now), ...this.#harvested(gatherings)]
  }

  #turns(agents: readonly AgentView[], now: number): readonly News[] {
    const known = this.#ends
    this.#ends = new Map(
      agents.map((one) => [one.id, isAtWork(one) ? (known?.get(one.id) ?? '') : endOf(one)]),
    )
    const news = agents.filter(
      (one) => known?.has(one.id) && !isAtWork(one) && endOf(one) !== '' && endOf(one) !== known.get(one.id),
    )
    const told = news.map((one): News => {
      const since = this.#since.get(one.id)
      return { ...finished(one), worked: since === undefined ? null : now - since }
    })
    for (const one of agents) {
      if (!isAtWork(one)) this.#since.delete(one.id)
      else if (!this.#since.has(one.id)) this.#since.set(one.id, now)
    }
    return told
  }

  #harvested(gatherings: readonly GatheringView[]): readonly News[] {
    const known = this.#harvests
    const all = gatherings.filter(({ state, harvest }) => state === 'closed' && harvest !== null)
    this.#harvests = new Set(all.map(({ id }) => id))
    return known === null ? [] : all.filter(({ id }) => !known.has(id)).map(harvested)
  }
}

const isAtWork = ({ status }: AgentView): boolean => status === 'working' || status === 'starting'

/** Names the end that an agent stands at, as far as it is news; empty: none. What has been seen is none any more. */
function endOf({ unread, notices, broken, status, reason }: AgentView): string {
  if (broken) return `broke ${broken.detail}`
  if (status === 'failed') return `failed ${JSON.stringify(reason)}`
  // What it told in the middle of a turn is news by itself.
  const row = unread.at(-1)
  return row === undefined || row === notices?.row ? '' : `row ${row}`
}

function finished(one: AgentView): Omit<News, 'worked'> {
  const { id: agent, name, lastLine, broken, status, unread } = one
  const row = unread.at(-1) ?? null
  const of = { kind: 'finished', key: `${agent} ${endOf(one)}`, place: { agent, row } } as const
  if (broken) return { ...of, title: `${name} broke off`, body: broken.detail }
  return { ...of, title: status === 'failed' ? `${name} failed` : `${name} finished`, body: lastLine }
}

function harvested({ id, topic, harvest }: GatheringView): News {
  const lines = harvest ? [...harvest.decided, ...harvest.open, ...harvest.next] : []
  const body = lines[0]?.text ?? harvest?.more ?? ''
  const of = { kind: 'harvest', key: `harvest ${id}`, place: { gathering: id }, worked: null } as const
  return { ...of, title: `The harvest of “${topic}” is in`, body }
}
