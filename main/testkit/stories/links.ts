import type { Link, LinkMode } from '../../contract/links/links.ts'
import type { Heartbeat, Intent } from '../../contract/timers/heartbeats.ts'
import type { Weekday } from '../../contract/timers/schedules.ts'
import { timerReasonWords } from '../../contract/timers/timer-words.ts'
import type { AgentId, MessageId } from '../../contract/api/model.ts'
import { peerId } from '../../core/step/peer-ids.ts'
import type { Event } from '../../core/step/events.ts'
import type { AgentState, State } from '../../core/step/state.ts'
import { isMode } from './events.ts'
import type { Tags } from './tags.ts'

const user = { kind: 'user', via: 'window' } as const

/** Links and timers of a story: what is done with them, and how they are told. */
export class LinkWords {
  readonly #tags: Tags
  readonly #state: () => State

  constructor(tags: Tags, state: () => State) {
    this.#tags = tags
    this.#state = state
  }

  /**
   * `link mo scout builder converse for Agree.`, `relink l1 paused`, `relink l1 extend`, `relink l1 for Agree.`,
   * `relink l1 scout absorb`, `unlink l1 scout Bye.`
   */
  linking(verb: string, name: string, line: string): Event {
    const [, rest = '', purpose] = /^(.*?)(?:(?:^| )for (.*))?$/.exec(verb === 'unlink' ? '' : line) ?? []
    const [first = '', ...words] = (verb === 'unlink' ? line : rest).split(' ')
    if (verb === 'link') {
      const mode = ([first, ...words].find((one) => isMode(one)) ?? null) as LinkMode | null
      const members = this.#ids([name, first, ...words])
      const meant = purpose === undefined ? {} : { purpose }
      return { type: 'link.opened', ...this.#doer(name), members, mode, budget: null, ...meant }
    }
    const link = this.#tags.untag<Link['id']>(name)
    if (verb === 'unlink')
      return { type: 'link.closed', link, ...this.#doer(first), message: words.join(' ') || null }
    if (purpose !== undefined)
      return { type: 'link.changed', link, purpose: { by: user, name: 'Mo', text: purpose } }
    if (first === 'extend') return { type: 'link.changed', link, extend: true }
    if (isMode(first)) return { type: 'link.changed', link, mode: first as LinkMode }
    const [agent] = this.#ids([first])
    if (!agent) throw new Error(`the story has no agent ${first}`)
    return { type: 'link.changed', link, mine: { agent, side: words[0] as 'absorb' | 'link' } }
  }

  /**
   * `sets scout check 60 about=builder Look at it.`, by the agent itself; `by=mo` by the user.
   * `sets scout schedule 09:00/mon,tue Look.`: by the clock of Berlin, once without days.
   */
  sets({ agent: { id: agent, name } }: AgentState, rest: string): Event {
    const [intent = '', when = '', ...words] = rest.split(' ')
    const [at = '', days] = when.split('/')
    const isClock = at.includes(':')
    const about = /^about=(\S+)$/.exec(words[0] ?? '')?.[1]
    if (about !== undefined) words.shift()
    const isUsers = words[0] === 'by=mo'
    if (isUsers) words.shift()
    const [whom] = about === undefined ? [] : this.#ids([about])
    return {
      type: 'heartbeat.set',
      ...this.#doer(isUsers ? 'mo' : name),
      agent,
      intent: intent as Intent,
      note: words.join(' '),
      wait: isClock ? 0 : Number(when) * 1000,
      schedule: isClock ? { at, days: (days?.split(',') ?? []) as Weekday[], zone: 'Europe/Berlin' } : null,
      idempotencyKey: null,
      about: about === undefined ? null : (whom ?? this.#tags.untag<MessageId>(about)),
    }
  }

  /** A link in a line. */
  link({
    id,
    mode,
    mutedMembers: lowered,
    budgetUsed: used,
    budgetGranted: allowed,
    stoppedByLoop: stilled,
    closed,
    machines,
  }: Link): string {
    const low = lowered.map((one) => this.#state().agents.get(one)?.agent.name ?? 'it')
    const facts = [mode, `${String(used)} of ${String(allowed)}`]
    if (low.length > 0) facts.push(`${low.join(', ')} absorbs`)
    if (stilled) facts.push('rests by your word')
    if (machines) facts.push(...machinesFacts(machines))
    if (closed) facts.push(`closed by ${closed.name}`)
    return `link ${this.#tags.tag(id)}: ${facts.join(', ')}`
  }

  /** A timer in a line. */
  beat({ id, agent, intent, state, reason, dueAt, note }: Heartbeat, now: number): string {
    const name = this.#state().agents.get(agent)?.agent.name ?? 'it'
    const when = state === 'armed' ? ` in ${String((dueAt - now) / 1000)} s` : ''
    const why = reason ? ` (${timerReasonWords(reason, 'user')})` : ''
    return `timer ${this.#tags.tag(id)} of ${name}: ${intent} ${state}${when}${why} "${note}"`
  }

  #ids(names: readonly string[]): readonly AgentId[] {
    const all = [...this.#state().agents.values()]
    return names.flatMap((name) => {
      const [there, machine] = name.split('@')
      if (machine !== undefined) return [peerId(machine, `agt-${there ?? ''}` as const)]
      return all.find(({ agent }) => agent.name === name)?.agent.id ?? []
    })
  }

  #doer(name: string) {
    const [id] = this.#ids([name])
    return id ? ({ by: { kind: 'agent', id }, byName: name } as const) : { by: user, byName: 'Mo' }
  }
}

function machinesFacts({ home, asked, leaving = [] }: NonNullable<Link['machines']>): readonly string[] {
  return [
    ...(home === null ? [] : [`kept by ${home}`]),
    ...(asked.length > 0 ? [`${String(asked.length)} asked`] : []),
    ...(leaving.length > 0 ? [`${String(leaving.length)} leaving`] : []),
  ]
}
