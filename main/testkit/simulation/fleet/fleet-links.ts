import { sendCommand } from '../../factories/factories.ts'
import type { MachineName } from '../../../contract/fleet/machines.ts'
import type { Crossing, Link } from '../../../contract/links/links.ts'
import type { AgentId } from '../../../contract/api/model.ts'
import { machineOf, ownIdOf, peerId } from '../../../core/step/peer-ids.ts'
import type { Row } from '../../../core/step/effects.ts'
import { ownerMachineOf } from '../../../core/links/queries.ts'
import type { Random } from '../../random.ts'
import { must } from '../invariant.ts'
import type { FleetMachine } from './fleet-machine.ts'
import type { FleetWatch } from './fleet-watch.ts'
import { Liar } from './liar.ts'

const modes = ['answers', 'converse', 'absorb', 'paused'] as const

/** Links between machines: random actions of users and agents, and checks of the promises about them. */
export class FleetLinks {
  readonly #random: Random
  readonly #watch: FleetWatch
  /** Receivers of each turn that crossed, with the link's owner machine. */
  readonly #crossed = new Set<string>()
  /** Agents whose user accepted a link, by its id on that machine. */
  readonly #agreed = new Set<string>()
  /** Members of each link on its owner machine. */
  readonly #members = new Map<string, ReadonlySet<AgentId>>()

  constructor(random: Random, watch: FleetWatch) {
    this.#random = random
    this.#watch = watch
  }

  /** The links that the liar may know of. */
  overheard(machines: readonly FleetMachine[]): readonly Pick<Link, 'id' | 'members'>[] {
    return machines.flatMap(({ engine }) => [...engine.state.links.values()])
  }

  /** A random action on this machine: opens, changes, joins or closes a link. */
  happens(machine: FleetMachine): void {
    const { links } = machine.engine.state
    const chance = this.#random.next()
    const all = [...links.values()]
    const one = this.#random.pick(all)
    const asks = this.#random.pick(
      all.filter((link) => ownerMachineOf(link) !== null && link.machines?.asked.length),
    )
    if (asks && chance < 0.7) machine.tell({ type: 'link.joined', link: asks.id })
    else if (chance < 0.5 || !one) this.#open(machine)
    else if (chance < 0.8) this.#change(machine, one)
    else if (chance < 0.9) this.#close(machine, one)
    else this.#speaks(machine)
  }

  #open(machine: FleetMachine): void {
    const peers = [...machine.engine.state.machines.values()].flatMap(({ machine: { id, agents } }) =>
      agents.map((one) => peerId(id, one.id)),
    )
    const first = this.#random.pick(machine.agents)
    const others = [this.#random.pick(peers), this.#random.pick([...peers, ...machine.agents])]
    if (first === undefined) return
    const members = [first, ...others.flatMap((one) => one ?? [])]
    machine.tell({
      type: 'link.opened',
      by: { kind: 'user', via: 'window' },
      byName: 'Mo',
      members,
      mode: this.#random.pick(modes.slice(0, 3)) ?? null,
      budget: this.#random.int(1, 8),
    })
  }

  #change(machine: FleetMachine, { id, members }: Link): void {
    const agent = this.#random.pick(members.filter((one) => machineOf(one) === null))
    const side = this.#random.pick(['absorb', 'link'] as const) ?? 'link'
    if (agent && this.#random.chance(0.3))
      machine.tell({ type: 'link.changed', link: id, mine: { agent, side } })
    else if (this.#random.chance(0.3)) machine.tell({ type: 'link.changed', link: id, extend: true })
    else machine.tell({ type: 'link.changed', link: id, mode: this.#random.pick(modes) ?? 'answers' })
  }

  #close(machine: FleetMachine, { id, members }: Link): void {
    const agent = this.#random.pick(members.filter((one) => machineOf(one) === null))
    const by =
      agent && this.#random.chance(0.5)
        ? ({ kind: 'agent', id: agent } as const)
        : ({ kind: 'user', via: 'window' } as const)
    machine.tell({ type: 'link.closed', link: id, by, byName: 'one', message: null })
  }

  /** The user prompts an agent, whose answer crosses its links and starts a new budget. */
  #speaks(machine: FleetMachine): void {
    const to = this.#random.pick(machine.agents)
    if (to !== undefined) this.#says(machine, to)
  }

  /** Prompts all agents, so that they read what they only absorbed. */
  speaksToAll(machine: FleetMachine): void {
    for (const to of machine.agents) this.#says(machine, to)
  }

  #says(machine: FleetMachine, to: AgentId): void {
    machine.tell(sendCommand({ from: { kind: 'user', via: 'window' }, fromName: 'Mo', to, body: 'Go on.' }))
  }

  /** Without faults: accepts and resumes everything. */
  soothe(machine: FleetMachine): void {
    for (const link of machine.engine.state.links.values()) {
      if (link.closed !== null) continue
      // The liar may never accept, and what it holds back would wait forever.
      if (ownerMachineOf(link) === null && link.members.some((one) => machineOf(one) === Liar.machine))
        machine.tell({
          type: 'link.closed',
          link: link.id,
          by: { kind: 'user', via: 'window' },
          byName: 'Mo',
          message: null,
        })
      if (ownerMachineOf(link) !== null && (link.machines?.asked.length ?? 0) > 0)
        machine.tell({ type: 'link.joined', link: link.id })
      if (ownerMachineOf(link) === null && link.mode === 'paused')
        machine.tell({ type: 'link.changed', link: link.id, mode: 'answers' })
    }
  }

  committed(machine: MachineName, rows: readonly Row[]): void {
    for (const row of rows) {
      if (row.table === 'link') this.#links(machine, row.row)
      if (row.table === 'crossing') this.#crosses(machine, row.row)
    }
  }

  #links(machine: MachineName, link: Link): void {
    const home = ownerMachineOf(link)
    if (home !== null) {
      if (home === Liar.machine) return
      for (const one of link.members)
        if (machineOf(one) === null && link.machines?.asked.includes(one) === false)
          this.#agreed.add(`${home} ${ownIdOf(link.id)} ${one}@${machine}`)
      return
    }
    must(link.budgetUsed <= link.budgetGranted, `no more crosses ${link.id} than may`)
    this.#members.set(`${machine} ${link.id}`, new Set(link.members))
  }

  /** On the owner machine a turn reaches each member once, and only from agents whose user accepted. */
  #crosses(machine: MachineName, { link, from, turn, sent, kind, text }: Crossing): void {
    if (machineOf(link) !== null || kind === 'silent') return
    this.#watch.count('crossed')
    must(!text.startsWith('lie-') || machineOf(from) === Liar.machine, `nobody speaks for ${from}`)
    if (machineOf(from) === Liar.machine) this.#watch.count('crossed from a liar')
    if (machineOf(from) !== null) {
      this.#watch.count('crossed from elsewhere')
      must(this.#members.get(`${machine} ${link}`)?.has(from) === true, `${from} is a member of ${link}`)
      this.#must(machine, link, from, 'speaks')
    }
    for (const { to } of sent) {
      const key = `${machine} ${turn} ${to}`
      must(!this.#crossed.has(key) || this.#watch.isRestored, `${turn} crosses to ${to} once`)
      this.#crossed.add(key)
      if (machineOf(to) !== null) this.#watch.count('crossed to elsewhere')
    }
  }

  #must(home: MachineName, link: Link['id'], who: AgentId, does: string): void {
    if (machineOf(who) === Liar.machine) return
    must(this.#agreed.has(`${home} ${link} ${who}`), `${who} ${does} over ${link} before its user said yes`)
  }

  /** At the end every machine has the same state of each link. */
  settled(machines: readonly FleetMachine[]): void {
    if (this.#watch.isRestored) return
    const byName = new Map(machines.map((machine) => [machine.name, machine]))
    for (const { name, engine } of machines)
      for (const link of engine.state.links.values()) {
        const home = ownerMachineOf(link)
        if (home === Liar.machine) continue
        if (home !== null)
          must(link.machines?.leaving === undefined, `${home} has heard who leaves ${link.id}`)
        if (home !== null || link.closed !== null || !link.machines) continue
        for (const one of link.members) {
          const there = byName.get(machineOf(one) ?? '')
          if (!there) continue
          const copy = there.engine.state.links.get(peerId(name, link.id))
          must(copy !== undefined, `${there.name} knows ${link.id} of ${name}`)
          const same = [link.mode, link.budgetUsed, link.budgetGranted, link.episode].join()
          const known = [copy.mode, copy.budgetUsed, copy.budgetGranted, copy.episode].join()
          must(same === known, `${there.name} knows how ${link.id} stands: ${same}, ${known}`)
          must(!link.machines.asked.includes(one), `${one} of ${link.id} has said yes or left`)
        }
      }
  }
}
