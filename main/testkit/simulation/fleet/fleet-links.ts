import { sendCommand } from '../../factories/factories.ts'
import type { HouseName } from '../../../contract/fleet/houses.ts'
import type { Crossing, Link } from '../../../contract/links/links.ts'
import type { AgentId } from '../../../contract/api/model.ts'
import { houseOf, idThere, peerId } from '../../../core/step/peer-ids.ts'
import type { Row } from '../../../core/step/effects.ts'
import { homeOf } from '../../../core/links/queries.ts'
import type { Random } from '../../random.ts'
import { must } from '../invariant.ts'
import type { FleetHouse } from './fleet-house.ts'
import type { FleetWatch } from './fleet-watch.ts'
import { Liar } from './liar.ts'

const modes = ['answers', 'converse', 'absorb', 'paused'] as const

/** Links over houses: what persons and agents do about them, and what is promised of them. */
export class FleetLinks {
  readonly #random: Random
  readonly #watch: FleetWatch
  /** To whom each turn has crossed, by home, and how. */
  readonly #crossed = new Set<string>()
  /** Agents whose person has said yes to a link, by that link's id there. */
  readonly #agreed = new Set<string>()
  /** Of each link, at its home. */
  readonly #members = new Map<string, ReadonlySet<AgentId>>()

  constructor(random: Random, watch: FleetWatch) {
    this.#random = random
    this.#watch = watch
  }

  /** What a liar may have overheard of links. */
  overheard(houses: readonly FleetHouse[]): readonly Pick<Link, 'id' | 'members'>[] {
    return houses.flatMap(({ engine }) => [...engine.state.links.values()])
  }

  /** Somebody of this house opens, changes, joins or closes a link. */
  happens(house: FleetHouse): void {
    const { links } = house.engine.state
    const chance = this.#random.next()
    const all = [...links.values()]
    const one = this.#random.pick(all)
    const asks = this.#random.pick(all.filter((link) => homeOf(link) !== null && link.houses?.asked.length))
    if (asks && chance < 0.7) house.tell({ type: 'link.joined', link: asks.id })
    else if (chance < 0.5 || !one) this.#open(house)
    else if (chance < 0.8) this.#change(house, one)
    else if (chance < 0.9) this.#close(house, one)
    else this.#speaks(house)
  }

  #open(house: FleetHouse): void {
    const peers = [...house.engine.state.houses.values()].flatMap(({ house: { id, agents } }) =>
      agents.map((one) => peerId(id, one.id)),
    )
    const first = this.#random.pick(house.agents)
    const others = [this.#random.pick(peers), this.#random.pick([...peers, ...house.agents])]
    if (first === undefined) return
    const members = [first, ...others.flatMap((one) => one ?? [])]
    house.tell({
      type: 'link.opened',
      by: { kind: 'human', via: 'window' },
      byName: 'Mo',
      members,
      mode: this.#random.pick(modes.slice(0, 3)) ?? null,
      budget: this.#random.int(1, 8),
    })
  }

  #change(house: FleetHouse, { id, members }: Link): void {
    const agent = this.#random.pick(members.filter((one) => houseOf(one) === null))
    const side = this.#random.pick(['absorb', 'link'] as const) ?? 'link'
    if (agent && this.#random.chance(0.3))
      house.tell({ type: 'link.changed', link: id, mine: { agent, side } })
    else if (this.#random.chance(0.3)) house.tell({ type: 'link.changed', link: id, extend: true })
    else house.tell({ type: 'link.changed', link: id, mode: this.#random.pick(modes) ?? 'answers' })
  }

  #close(house: FleetHouse, { id, members }: Link): void {
    const agent = this.#random.pick(members.filter((one) => houseOf(one) === null))
    const by =
      agent && this.#random.chance(0.5)
        ? ({ kind: 'agent', id: agent } as const)
        : ({ kind: 'human', via: 'window' } as const)
    house.tell({ type: 'link.closed', link: id, by, byName: 'one', message: null })
  }

  /** The person speaks to an agent: it concludes something, and its links begin a new episode. */
  #speaks(house: FleetHouse): void {
    const to = this.#random.pick(house.agents)
    if (to !== undefined) this.#says(house, to)
  }

  /** Who was only told something along with its next prompt has one. */
  speaksToAll(house: FleetHouse): void {
    for (const to of house.agents) this.#says(house, to)
  }

  #says(house: FleetHouse, to: AgentId): void {
    house.tell(sendCommand({ from: { kind: 'human', via: 'window' }, fromName: 'Mo', to, body: 'Go on.' }))
  }

  /** Faults are over: everybody joins, nothing is paused. */
  soothe(house: FleetHouse): void {
    for (const link of house.engine.state.links.values()) {
      if (link.closed !== null) continue
      // Who lies may never say yes, and what it keeps back would wait for ever.
      if (homeOf(link) === null && link.members.some((one) => houseOf(one) === Liar.house))
        house.tell({
          type: 'link.closed',
          link: link.id,
          by: { kind: 'human', via: 'window' },
          byName: 'Mo',
          message: null,
        })
      if (homeOf(link) !== null && (link.houses?.asked.length ?? 0) > 0)
        house.tell({ type: 'link.joined', link: link.id })
      if (homeOf(link) === null && link.mode === 'paused')
        house.tell({ type: 'link.changed', link: link.id, mode: 'answers' })
    }
  }

  committed(house: HouseName, rows: readonly Row[]): void {
    for (const row of rows) {
      if (row.table === 'link') this.#links(house, row.row)
      if (row.table === 'crossing') this.#crosses(house, row.row)
    }
  }

  #links(house: HouseName, link: Link): void {
    const home = homeOf(link)
    if (home !== null) {
      if (home === Liar.house) return
      for (const one of link.members)
        if (houseOf(one) === null && link.houses?.asked.includes(one) === false)
          this.#agreed.add(`${home} ${idThere(link.id)} ${one}@${house}`)
      return
    }
    must(link.budgetUsed <= link.budgetGranted, `no more crosses ${link.id} than may`)
    this.#members.set(`${house} ${link.id}`, new Set(link.members))
  }

  /** At its home a turn crosses to each member once, and from nobody whose person has not said yes. */
  #crosses(house: HouseName, { link, from, turn, sent, kind, text }: Crossing): void {
    if (houseOf(link) !== null || kind === 'silent') return
    this.#watch.count('crossed')
    must(!text.startsWith('lie-') || houseOf(from) === Liar.house, `nobody speaks for ${from}`)
    if (houseOf(from) === Liar.house) this.#watch.count('crossed from a liar')
    if (houseOf(from) !== null) {
      this.#watch.count('crossed from elsewhere')
      must(this.#members.get(`${house} ${link}`)?.has(from) === true, `${from} is a member of ${link}`)
      this.#must(house, link, from, 'speaks')
    }
    for (const { to } of sent) {
      const key = `${house} ${turn} ${to}`
      must(!this.#crossed.has(key) || this.#watch.isRestored, `${turn} crosses to ${to} once`)
      this.#crossed.add(key)
      if (houseOf(to) !== null) this.#watch.count('crossed to elsewhere')
    }
  }

  #must(home: HouseName, link: Link['id'], who: AgentId, does: string): void {
    if (houseOf(who) === Liar.house) return
    must(this.#agreed.has(`${home} ${link} ${who}`), `${who} ${does} over ${link} before its person said yes`)
  }

  /** All has come to rest: every house knows the same of each link. */
  settled(houses: readonly FleetHouse[]): void {
    if (this.#watch.isRestored) return
    const byName = new Map(houses.map((house) => [house.name, house]))
    for (const { name, engine } of houses)
      for (const link of engine.state.links.values()) {
        const home = homeOf(link)
        if (home === Liar.house) continue
        if (home !== null) must(link.houses?.leaving === undefined, `${home} has heard who leaves ${link.id}`)
        if (home !== null || link.closed !== null || !link.houses) continue
        for (const one of link.members) {
          const there = byName.get(houseOf(one) ?? '')
          if (!there) continue
          const copy = there.engine.state.links.get(peerId(name, link.id))
          must(copy !== undefined, `${there.name} knows ${link.id} of ${name}`)
          const same = [link.mode, link.budgetUsed, link.budgetGranted, link.episode].join()
          const known = [copy.mode, copy.budgetUsed, copy.budgetGranted, copy.episode].join()
          must(same === known, `${there.name} knows how ${link.id} stands: ${same}, ${known}`)
          must(!link.houses.asked.includes(one), `${one} of ${link.id} has said yes or left`)
        }
      }
  }
}
