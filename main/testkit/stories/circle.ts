import { keysOf } from '../factories/factories.ts'
import { closingWords } from '../../contract/gatherings/closing-words.ts'
import { standingAt } from '../../contract/gatherings/replay.ts'
import {
  isOwnUser,
  type Gathering,
  type GatheringId,
  type SpeakingTurnId,
  type HarvestCardId,
  type Seat,
} from '../../contract/gatherings/gatherings.ts'
import type { Utterance } from '../../contract/gatherings/utterances.ts'
import { guestKey } from '../../contract/mail/authors.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Command } from '../../core/step/commands.ts'
import { peerId } from '../../core/step/peer-ids.ts'
import type { Fork, Plan } from '../../core/step/gathering-commands.ts'
import { countFounded } from '../../core/gatherings/parse-harvest.ts'
import type { Event } from '../../core/step/events.ts'
import type { NameKeys, State } from '../../core/step/state.ts'
import type { Store } from '../../ports/ports.ts'
import { idOf, type Tags } from './tags.ts'

const user = { kind: 'user', via: 'window' } as const

/** Gatherings of a story: what is done with them, and how they are told. */
export class Circle {
  readonly #tags: Tags
  readonly #state: () => State
  readonly #kept: Pick<Store, 'gathering' | 'utterances'>

  constructor(tags: Tags, state: () => State, kept: Pick<Store, 'gathering' | 'utterances'>) {
    this.#tags = tags
    this.#state = state
    this.#kept = kept
  }

  /** The event of a line about a gathering, or null. */
  event(verb: string, name: string, rest: string): Event | null {
    if (verb === 'convene') return this.#convene(name, rest.split(' '))
    if (verb === 'pass-piece') return this.#passPiece(name, rest.split(' '))
    if (!name.startsWith('g')) return null
    const gathering = this.#tags.untag<GatheringId>(name)
    const [first = '', ...words] = rest.split(' ')
    switch (verb) {
      case 'sought': {
        const passage = {
          from: 'tab',
          agent: 'agt-0',
          agentName: 'scout',
          author: { kind: 'user', via: 'window' },
          authorName: 'Mo',
          n: 7,
          at: 0,
          day: '2026-11-01',
          text: rest,
        } as const
        return { type: 'gathering.sought', gathering, passages: rest === '' ? [] : [passage] }
      }
      case 'kept':
        return first === 'problem'
          ? { type: 'gathering.kept', gathering, path: null, problem: words.join(' ') }
          : { type: 'gathering.kept', gathering, path: rest, problem: '' }
      case 'start-circle':
        return { type: 'gathering.started', gathering, tabs: this.#tabs(this.#find(gathering)) }
      case 'put-away':
        return { type: 'gathering.dismissed', gathering: this.#find(gathering), name: 'Mo' }
      case 'speaks':
        return this.#said(gathering, rest)
      case 'passes': {
        const { to } = marked(rest)
        const silent = rest.includes('silent')
        return { type: 'gathering.passed', by: user, gathering, grant: null, to, silent }
      }
      case 'steer-circle': {
        const { to, words: text } = marked(words.join(' '))
        const verbOf = first as Extract<Command, { type: 'gathering.steered' }>['verb']
        return { type: 'gathering.steered', gathering, name: 'Mo', verb: verbOf, text, to }
      }
      case 'joins':
        return {
          type: 'gathering.joined',
          gathering,
          ...this.#newSeat(gathering, rest),
          holds: words[0] === 'holds',
        }
      case 'harvester':
        return {
          type: 'gathering.reharvested',
          gathering: this.#find(gathering),
          ...this.#newSeat(gathering, rest),
        }
      case 'card': {
        const g = this.#find(gathering)
        const card = g.harvest?.cards[Number(first) - 1]?.id ?? ('hcd-none' as HarvestCardId)
        return {
          type: 'gathering.carded',
          gathering: g,
          card,
          state: words[0] as 'filed' | 'refused',
          home: null,
          to: null,
          by: { kind: 'user', via: 'window' },
          byName: 'Mo',
        }
      }
      default:
        return null
    }
  }

  #find(id: GatheringId): Gathering {
    const found = this.#state().gatherings.get(id) ?? this.#kept.gathering(id)
    if (!found) throw new Error(`the story has no gathering ${id}`)
    return found
  }

  #said(gathering: GatheringId, rest: string): Event {
    const { to, flags, words } = marked(rest)
    const keep = flags.includes('keep')
    const named = flags.find((flag) => flag.startsWith('turn='))?.slice(5)
    return {
      type: 'gathering.said',
      gathering,
      name: 'Mo',
      text: words.replaceAll('\\n', '\n'),
      grant: named === undefined ? null : this.#tags.untag<SpeakingTurnId>(named),
      to,
      keep,
      host: flags.includes('host'),
      pause: !flags.includes('on'),
    }
  }

  /** `pass-piece scout g1 to=critic`: with its present turn; `… turn=p2`; `… turn=none`: with the one that it is in; of a circle elsewhere `pass-piece scout t1 turn=grt-theirs`. */
  #passPiece(name: string, [tag = '', ...words]: readonly string[]): Event {
    const { to } = marked(words.join(' '))
    const gathering = this.#tags.untag<GatheringId>(tag)
    const named = words.find((word) => word.startsWith('turn='))?.slice(5)
    const present = this.#state().gatherings.get(gathering)?.piece?.id ?? null
    const grant = named === undefined ? present : named === 'none' ? null : this.#grant(named)
    const id = this.#id(name)
    return { type: 'gathering.passed', by: { kind: 'agent', id }, gathering: null, grant, to, silent: false }
  }

  #grant(named: string): SpeakingTurnId {
    return named.startsWith('grt-') ? (named as SpeakingTurnId) : this.#tags.untag(named)
  }

  /** `fork=g1:u5 begins=again`: from that row of another one. */
  #fork(options: ReadonlyMap<string, string>): { readonly fork?: Fork } {
    const [of, row] = options.get('fork')?.split(':') ?? []
    if (of === undefined || row === undefined) return {}
    const gathering = this.#find(this.#tags.untag<GatheringId>(of))
    const all = this.#kept.utterances(gathering.id, null, Number.MAX_SAFE_INTEGER)
    const at = all.findIndex(({ id }) => id === this.#tags.untag(row))
    const begins = (options.get('begins') ?? null) as Fork['begins']
    return { fork: { of: gathering, rows: standingAt(all, all[at]?.n ?? 0), begins } }
  }

  /** `convene mo scout,me,new:critic harvester=scribe 1-1-1 beats=2 every=60 grace=30 Ship on Friday?` */
  #convene(by: string, parts: readonly string[]): Event {
    const [list = '', ...rest] = parts
    const options = new Map(
      rest.flatMap((part) => [/^(\w+)=(\S+)$/.exec(part)?.slice(1) as [string, string]]).filter(Boolean),
    )
    const words = rest.filter((part) => !/^\w+=\S+$/.test(part) && !flagged.includes(part))
    const shape = words[0] && /^\d-\d-\d$/.test(words[0]) ? (words.shift() ?? '') : '1-1-1'
    const topic = words.join(' ')
    const seats = list.split(',').map((name, i) => this.#seat(name, i + 1))
    const harvester = this.#seat(options.get('harvester') ?? 'scribe', 0)
    const [a = 1, b = 1, c = 1] = shape.split('-').map(Number)
    const number = (key: string, usual: number): number => Number(options.get(key) ?? usual)
    const agent = [...this.#state().agents.values()].find((one) => one.agent.name === by)
    const plan: Plan = {
      topic,
      question: `${topic} And why?`,
      rhythm: null,
      opening: '',
      seats,
      harvester,
      user: seats.some(isOwnUser) ? { holds: rest.includes('holds') } : null,
      structure: [a, b, c],
      beatsPerTurn: number('beats', 3),
      interval: number('every', 60) * 1000,
      grace: number('grace', 30) * 1000,
      sealed: !rest.includes('open'),
      maxTurns: options.has('turns') ? number('turns', 0) : null,
      maxCost: options.has('cost') ? number('cost', 0) : null,
      maxTokens: options.has('tokens') ? number('tokens', 0) : null,
      folder: null,
    }
    return {
      type: 'gathering.convened',
      plan,
      idempotencyKey: options.get('key') ?? null,
      earlier: null,
      ...(agent ? { by: { kind: 'agent', id: agent.agent.id }, byName: by } : { by: user, byName: 'Mo' }),
      proposed: agent !== undefined && !rest.includes('at-once'),
      tabs: this.#tabs({ seats, harvester }),
      ...this.#fork(options),
    }
  }

  #seat(written: string, number: number): Seat {
    const [called = '', role = ''] = written.split(':').slice(written.startsWith('new:') ? 1 : 0)
    if (called === 'me') return { number, name: 'Mo', role, kind: 'user', agent: null, spawn: null }
    if (called.startsWith('user@'))
      return { number, name: called, role, kind: 'user', agent: this.#id(called), spawn: null }
    const spawn = written.startsWith('new:')
      ? { cwd: '/', model: null, permissionMode: 'default' as const }
      : null
    return { number, name: called, role, kind: 'agent', agent: spawn ? null : this.#id(called), spawn }
  }

  /** `joins g1 critic:doubts`, `joins g1 new:critic`, `joins g1 me holds`. */
  #newSeat(gathering: GatheringId, rest: string) {
    const seat = this.#seat(rest.split(' ')[0] ?? '', 0)
    const { name, role, kind, agent, spawn } = seat
    const rows = this.#kept.utterances(gathering, null, Number.MAX_SAFE_INTEGER)
    const tab = spawn ? keysOf(name) : null
    return { name: 'Mo', seat: { name, role, kind, agent, spawn }, tab, rows }
  }

  #tabs({ seats, harvester }: Pick<Gathering, 'seats' | 'harvester'>): ReadonlyMap<number, NameKeys> {
    const made = [...seats, harvester].filter(({ spawn }) => spawn !== null)
    return new Map(made.map(({ number, name }) => [number, keysOf(name)]))
  }

  #id(name: string): AgentId {
    const [there, machine] = name.split('@')
    if (machine !== undefined && there === 'user') return guestKey(machine)
    if (machine !== undefined) return peerId(machine, `agt-${there ?? ''}` as const)
    return idOf(this.#state(), name)
  }

  /** A gathering in a line. */
  line(g: Gathering, now: number): string {
    const facts = [g.stage === 'running' ? `${g.phase} ${g.round}` : g.stage]
    if (g.piece) {
      const { id, number, beat, beats, clockFrom, stopped } = g.piece
      const seat = g.seats.find((one) => one.number === number)
      const clock = clockFrom === null ? 'not written' : `${(now - clockFrom) / 1000} s`
      facts.push(
        `piece ${this.#tags.tag(id)} with ${seat?.name ?? '?'} (${number}), beat ${beat}/${beats}, ${clock}`,
      )
      if (stopped) facts.push(`stands for ${stopped.by.join(', ')}`)
    }
    if (g.spokenSeats.length > 0) facts.push(`had their turn: ${g.spokenSeats.join(' ')}`)
    if (g.harvesting?.draft) facts.push('asked once more')
    const { unfounded } = countFounded(g.harvest?.text ?? '', g.index)
    if (unfounded > 0) facts.push(`${unfounded} of its harvest rest on nothing`)
    if (g.paused) facts.push(`paused by ${g.paused.name}`)
    if (g.user?.away) facts.push('the user is away')
    if (g.forkedFrom) facts.push(`forked from ${this.#tags.tag(g.forkedFrom.gathering)}`)
    if (g.forks.length > 0)
      facts.push(`forked into ${g.forks.map(({ gathering }) => this.#tags.tag(gathering)).join(' ')}`)
    if (g.closed) facts.push(`closed (${g.closed.kind}): ${closingWords(g.closed)}`)
    return `circle ${this.#tags.tag(g.id)}: ${facts.join('; ')}`
  }

  /** A row of a gathering in a line. */
  row({ id, kind, number, name, text, sealed, sent, cut }: Utterance): string {
    const who = number === null ? name : `${name} (${number})`
    const to = sent.length > 0 ? ` -> ${sent.map((one) => one.number).join(' ')}` : ''
    const marks = `${sealed ? ', sealed' : ''}${cut ? ', cut short' : ''}`
    return `row ${this.#tags.tag(id)} [${kind}${marks}] ${who}: ${text.replaceAll('\n', '\\n')}${to}`
  }
}

const flagged = ['holds', 'open', 'at-once']

/** `to=critic`, the words `keep`, `host`, `on` (without a pause), `silent` at the beginning, and what is left. */
function marked(rest: string): { to: string | null; flags: readonly string[]; words: string } {
  const parts = rest.split(' ')
  let to: string | null = null
  const flags: string[] = []
  while (parts[0] && /^(?:to=\S+|keep|host|on|silent|stale|turn=\S+)$/.test(parts[0])) {
    const part = parts.shift() ?? ''
    if (part.startsWith('to=')) to = part.slice(3)
    else flags.push(part)
  }
  return { to, flags, words: parts.join(' ') }
}
