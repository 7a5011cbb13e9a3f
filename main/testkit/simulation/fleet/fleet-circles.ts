import { guestKey, userKey } from '../../../contract/mail/authors.ts'
import type { MachineName } from '../../../contract/fleet/machines.ts'
import type { Utterance } from '../../../contract/gatherings/utterances.ts'
import type { Message } from '../../../contract/mail/messages.ts'
import type { AgentId } from '../../../contract/api/model.ts'
import { machineOf, ownIdOf } from '../../../core/step/peer-ids.ts'
import type { Row } from '../../../core/step/effects.ts'
import type { UserSeat } from '../../../core/step/machines.ts'
import { passedTo } from '../../../core/passing/passing.ts'
import type { Act } from '../../memory/backend.ts'
import type { Random } from '../../random.ts'
import { must } from '../invariant.ts'
import type { FleetMachine } from './fleet-machine.ts'
import type { FleetWatch } from './fleet-watch.ts'
import { Liar } from './liar.ts'

/** Gatherings with agents and users of several machines: random actions, and checks of the promises about them. */
export class FleetCircles {
  readonly #random: Random
  readonly #watch: FleetWatch
  /** Utterances of remote seats, by turn and check-in. */
  readonly #said = new Map<string, Utterance['id']>()
  /** Agents that sat in a remote gathering, with the gathering. */
  readonly #sat = new Set<string>()
  /** Gatherings that a remote user joined, with their machine. */
  readonly #usersSat = new Set<string>()
  /** Questions that users answered, with their machine. */
  readonly #answered = new Set<string>()
  #topics = 0
  #words = 0

  constructor(random: Random, watch: FleetWatch) {
    this.#random = random
    this.#watch = watch
  }

  /** A random action on this machine: starts a gathering, lets an agent join or leave one, or ends one. */
  happens(machine: FleetMachine): void {
    if (this.#random.chance(0.4)) return this.#guestActs(machine)
    const { agents, gatherings } = machine.engine.state
    const asked = [...agents.values()].filter(({ agent }) => agent.seat)
    const one = this.#random.pick(asked)
    const g = this.#random.pick([...gatherings.values()])
    const chance = this.#random.next()
    if (one && chance < 0.6) {
      const take = one.agent.seat?.asked === true ? this.#random.chance(0.8) : this.#random.chance(0.8)
      machine.tell({ type: 'seat.decided', agent: one.agent.id, take })
    } else if (g && chance < 0.8) {
      const verb =
        this.#random.pick(['skip', 'pause', 'resume', 'close', 'extend', 'open'] as const) ?? 'resume'
      machine.tell({ type: 'gathering.steered', gathering: g.id, name: 'Mo', verb, text: '', to: null })
    } else this.#convene(machine)
  }

  /** An agent with the piece may pass it by the tool, in a local or remote gathering. */
  passes(machine: FleetMachine, id: AgentId, prompt: string): readonly Act[] {
    if (!prompt.includes('[Janus: you have the talking piece]') || this.#random.chance(0.5)) return []
    const to = this.#random.pick([null, '1', '2', 'nobody'] as const) ?? null
    const by = { kind: 'agent', id } as const
    const turn = { gathering: null, pieceTurnId: null, to, silent: false }
    return [{ do: 'tool', call: () => machine.tell({ type: 'gathering.passed', by, ...turn }) }]
  }

  /** A remote user looks, speaks, joins or leaves. */
  #guestActs(machine: FleetMachine): void {
    const seat = this.#random.pick(seatsOf(machine))
    if (!seat) return
    const { gathering: circle, ask, stands } = seat
    const chance = this.#random.next()
    if (chance < 0.1) return machine.tell({ type: 'circle.decided', circle, take: false })
    if (stands !== 'taken') return this.#decides(machine, seat)
    if (chance < 0.4 || !ask) return machine.tell({ type: 'circle.seen', circle })
    const text = this.#random.chance(0.2) ? '' : `guest-${String(++this.#words)}`
    const to = this.#random.chance(0.2) ? this.#random.int(1, 4) : null
    machine.tell({ type: 'circle.said', circle, turn: ask.id, text, keep: this.#random.chance(0.3), to })
  }

  /** Joins, sometimes after declining; archives what is over. */
  #decides(machine: FleetMachine, { gathering: circle, stands }: UserSeat): void {
    const take = stands === 'asked' || (stands === 'left' && this.#random.chance(0.5))
    if (take) this.#usersSat.add(`${machine.name} ${circle}`)
    machine.tell({ type: 'circle.decided', circle, take })
  }

  #convene(machine: FleetMachine): void {
    const { peers } = machine
    const [harvester, ...own] = [...machine.agents].sort(() => this.#random.int(-1, 1))
    const away = [...new Set([this.#random.pick(peers), this.#random.pick(peers)])].flatMap(
      (one) => one ?? [],
    )
    if (harvester === undefined || away.length === 0) return
    const users = [...machine.engine.state.machines.values()].filter(({ machine: { user } }) => user)
    const guest = this.#random.chance(0.4) ? this.#random.pick(users) : undefined
    const members = [...own.slice(0, 1), ...away, ...(guest ? [guestKey(guest.machine.id)] : [])]
    const seat = (agent: AgentId, number: number) =>
      ({
        number,
        name: `s${String(number)}`,
        role: '',
        kind: ownIdOf(agent) === userKey ? 'user' : 'agent',
        agent,
        spawn: null,
      }) as const
    machine.tell({
      type: 'gathering.convened',
      by: { kind: 'user', via: 'window' },
      byName: 'Mo',
      proposed: false,
      idempotencyKey: null,
      earlier: null,
      tabs: new Map(),
      plan: {
        topic: `topic ${String(++this.#topics)}`,
        question: 'Well?',
        rhythm: null,
        opening: '',
        seats: members.map((one, at) => seat(one, at + 1)),
        harvester: seat(harvester, 0),
        user: null,
        structure: [1, 1, 1],
        beatsPerTurn: this.#random.int(0, 1),
        interval: this.#random.pick([60_000, 900_000] as const) ?? 60_000,
        grace: 30_000,
        sealed: this.#random.chance(0.5),
        maxTurns: null,
        maxCost: null,
        maxTokens: null,
        folder: null,
      },
    })
    this.#watch.count('convened')
  }

  /** Without faults: resumes what is paused, accepts invitations, and lets users with the piece speak. */
  soothe(machine: FleetMachine): void {
    for (const seat of seatsOf(machine)) {
      const { gathering: circle, stands, ask } = seat
      if (stands !== 'taken') this.#decides(machine, seat)
      else if (ask)
        machine.tell({ type: 'circle.said', circle, turn: ask.id, text: '', keep: false, to: null })
    }
    for (const { agent } of machine.engine.state.agents.values())
      if (agent.seat?.asked) machine.tell({ type: 'seat.decided', agent: agent.id, take: true })
    for (const g of machine.engine.state.gatherings.values())
      if (g.paused || g.piece?.held)
        machine.tell({
          type: 'gathering.steered',
          gathering: g.id,
          name: 'Mo',
          verb: 'resume',
          text: '',
          to: null,
        })
  }

  committed(machine: MachineName, rows: readonly Row[]): void {
    for (const row of rows) {
      if (row.table === 'agent' && row.row.seat && !row.row.seat.asked)
        this.#sat.add(`${row.row.id} ${row.row.seat.gathering}`)
      if (row.table === 'message') this.#asked(machine, row.row)
      if (row.table === 'utterance') this.#speaks(machine, row.row)
    }
  }

  /** No message of a gathering reaches an agent whose user has not accepted. */
  #asked(machine: MachineName, message: Message): void {
    const { to, asks, state, reply } = message
    if (to === userKey) this.#userAsked(machine, message)
    if (asks?.passing !== undefined && state === 'answered') {
      this.#watch.count('passed elsewhere')
      const said = reply?.text ?? ''
      must(passedTo(said, asks.passing) === said, `${to} passes to ${String(asks.passing)}, not so: ${said}`)
    }
    if (asks === undefined || to === userKey || (state !== 'written' && state !== 'read')) return
    this.#watch.count('asked elsewhere')
    must(this.#sat.has(`${to} ${asks.gathering}`), `${to} is asked in ${asks.gathering} before it sits there`)
  }

  /** A user answers each question once, and none before joining. */
  #userAsked(machine: MachineName, { id, asks, state }: Message): void {
    if (asks === undefined) return
    this.#watch.count(`users asked: ${state}`)
    if (state !== 'answered') return
    must(
      this.#usersSat.has(`${machine} ${asks.gathering}`),
      `the user of ${machine} answers in ${asks.gathering} before they sit there`,
    )
    const key = `${machine} ${id}`
    must(!this.#answered.has(key), `the user of ${machine} answers one question once`)
    this.#answered.add(key)
  }

  /** A turn with the piece is answered once for each check-in. */
  #speaks(machine: MachineName, { id, agent, kind, pieceTurnId, beat, text }: Utterance): void {
    if (agent === null || machineOf(agent) === null) return
    must(!text.startsWith('lie-'), `nobody speaks for ${agent}`)
    must(!text.endsWith('I pass.'), `a pass in words of ${agent} is never published`)
    this.#watch.count(`there ${kind}`)
    if (kind !== 'said') return
    const key = `${machine} ${pieceTurnId ?? ''} ${String(beat)}`
    const other = this.#said.get(key)
    // The row is written again when it is revealed.
    if (other === id) return
    must(other === undefined || this.#watch.isRestored, `${agent} says one thing for one question (${key})`)
    this.#said.set(key, id)
    this.#watch.count('said elsewhere')
  }

  /** At the end no gathering is open, and no agent sits in a closed one. */
  settled(machines: readonly FleetMachine[]): void {
    for (const machine of machines)
      for (const { gathering, ask } of seatsOf(machine).filter(
        (one) => !one.gathering.endsWith(Liar.machine),
      ))
        must(
          this.#watch.isRestored,
          `the user of ${machine.name} sits in ${gathering}, which is over${ask ? ', and is asked' : ''}`,
        )
    for (const { name, engine } of machines) {
      const open = [...engine.state.gatherings.values()].map(({ id, stage }) => `${id} ${stage}`)
      must(open.length === 0, `no circle of ${name} is open (${open.join()})`)
      for (const { agent } of engine.state.agents.values())
        must(
          !agent.seat || this.#watch.isRestored,
          `${agent.id} of ${name} sits in ${agent.seat?.gathering ?? ''}, which is over`,
        )
    }
  }
}

const seatsOf = ({ engine }: FleetMachine): readonly UserSeat[] =>
  [...engine.state.machines.values()].flatMap(({ machine }) => machine.circles ?? [])
