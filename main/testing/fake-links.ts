import { usualBudget } from '../contract/limits.ts'
import type { HeartbeatReport, LinkReport } from '../contract/reports.ts'
import type { SessionLook } from '../contract/link-views.ts'
import type { AgentId } from '../contract/model.ts'
import type { HeartbeatId, LinkId } from '../contract/ties.ts'
import { RefusedError } from '../contract/errors.ts'
import type { Caller, RequestInput } from '../contract/requests.ts'
import type { AgentSummary } from '../contract/views.ts'

const at = '2026-01-01T00:00:00.000Z'

/** Links over which nothing crosses, timers that never fire, and looks at agents that have done nothing. */
export class FakeLinks {
  readonly links: LinkReport[] = []
  readonly heartbeats: (HeartbeatReport & { readonly of: AgentId })[] = []
  readonly #person: string

  constructor(person: string) {
    this.#person = person
  }

  /** `members`: as they were named; an agent is a member itself. */
  open(
    members: readonly AgentSummary[],
    by: AgentSummary | null,
    input: RequestInput<'links.open'>,
  ): LinkReport {
    const all = [...new Set([...(by ? [by] : []), ...members])]
    if (all.length < 2)
      throw new RefusedError({ code: 'bad_request', message: 'A link has two members or more.' })
    const same = this.links.find((link) => link.state === 'open' && isSame(link, all))
    if (same !== undefined) return same
    const mode = input.mode ?? 'answers'
    const allowed = input.budget ?? usualBudget
    const id: LinkId = `lnk-${String(this.links.length + 1).padStart(10, '0')}`
    const link: LinkReport = {
      id,
      mode,
      state: 'open',
      rests: null,
      closed: null,
      crossings: 0,
      costUsd: 0,
      crossed: [],
      members: all.map((agent) => ({ id: agent.id, name: agent.name, side: mode })),
      budget: { allowed, used: 0, left: allowed },
      opened: { by: by?.name ?? this.#person, at },
    }
    this.links.push(link)
    return link
  }

  list(caller: Caller, { state = 'open' }: RequestInput<'links.list'>): LinkReport[] {
    const wanted = this.links.filter(
      (link) => state === 'all' || (state === 'closed') === (link.closed !== null),
    )
    return wanted.filter((link) => maySee(caller, link)).reverse()
  }

  /** One of the caller's own; the person's are all. */
  link(caller: Caller, id: string): LinkReport {
    const found = this.links.find((link) => link.id === id)
    if (found === undefined || !maySee(caller, found)) throw missing('link')
    return found
  }

  change(caller: Caller, { id, mode, extend, mine }: RequestInput<'links.change'>): LinkReport {
    const link = this.link(caller, id)
    if (caller.kind === 'agent' && (mode !== undefined || extend !== undefined)) {
      throw new RefusedError({ code: 'not_allowed', message: 'An agent changes its own side only.' })
    }
    const added = extend === true ? usualBudget : 0
    const { allowed, used } = link.budget
    const side = mine === 'absorb' ? 'absorb' : (mode ?? link.mode)
    return this.#keep({
      ...link,
      mode: mode ?? link.mode,
      members: link.members.map((one) =>
        caller.kind === 'agent' && one.id !== caller.id ? one : { ...one, side },
      ),
      budget: { allowed: allowed + added, used, left: allowed + added - used },
    })
  }

  close(caller: Caller, by: string, id: string): LinkReport {
    const link = this.link(caller, id)
    if (link.closed !== null) return link
    return this.#keep({ ...link, state: 'closed', closed: { by, at, why: '' } })
  }

  set(agent: AgentSummary, by: string, input: RequestInput<'heartbeats.set'>): HeartbeatReport {
    const id: HeartbeatId = `hb-${String(this.heartbeats.length + 1).padStart(10, '0')}`
    const { intent, note, inSeconds } = input
    const about = input.about ?? null
    const beat = {
      id,
      of: agent.id,
      agent: agent.name,
      intent,
      note,
      about,
      inSeconds,
      setBy: by,
      ...({ state: 'armed', reason: '', firesAt: at, fired: 0 } as const),
    }
    this.heartbeats.push(beat)
    return shown(beat)
  }

  beats(agent: AgentId | null): HeartbeatReport[] {
    const armed = this.heartbeats.filter(({ state }) => state === 'armed' || state === 'paused')
    return armed.filter(({ of }) => agent === null || of === agent).map(shown)
  }

  /** Pauses, lets go on, or ends one of the caller's own. */
  turn(caller: Caller, id: string, state: HeartbeatReport['state']): HeartbeatReport {
    const place = this.heartbeats.findIndex((beat) => beat.id === id)
    const found = this.heartbeats[place]
    if (found === undefined || (caller.kind === 'agent' && found.of !== caller.id)) throw missing('timer')
    const changed = { ...found, state }
    this.heartbeats[place] = changed
    return shown(changed)
  }

  look({ name, status, since, needs }: AgentSummary): SessionLook {
    return { agent: name, status, since, needs, lastFinal: null, tickets: [], items: [], next: null }
  }

  #keep(link: LinkReport): LinkReport {
    this.links[this.links.findIndex(({ id }) => id === link.id)] = link
    return link
  }
}

function shown({ of: _, ...beat }: FakeLinks['heartbeats'][number]): HeartbeatReport {
  return beat
}

function maySee(caller: Caller, { members }: LinkReport): boolean {
  return caller.kind !== 'agent' || members.some(({ id }) => id === caller.id)
}

function isSame({ members }: LinkReport, others: readonly AgentSummary[]): boolean {
  return (
    members.length === others.length && members.every(({ id }) => others.some((other) => other.id === id))
  )
}

function missing(what: string): RefusedError {
  return new RefusedError({ code: 'not_found', message: `There is no such ${what} that you may see.` })
}
