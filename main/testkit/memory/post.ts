import { Pauses } from '../../fleet/transport/pauses.ts'
import { Telling } from '../../fleet/transport/telling.ts'
import { judgeEnvelope, judgePresence, type Unheard } from '../../fleet/transport/wire.ts'
import type { Envelope, HouseKey, HouseName, Presence } from '../../contract/fleet/houses.ts'
import type { Post, PostSink } from '../../ports/post.ts'
import { carriedBy, type Carried, type HouseCard, type MemoryCarrier } from './carrier.ts'

/** The post of a house over a carrier in memory. What it knows of the fleet stands on its card, and outlives it. */
export class MemoryPost implements Post {
  readonly #card: HouseCard
  readonly #carrier: MemoryCarrier
  readonly #pauses: Pauses
  #telling = new Telling(() => {})
  #sink: PostSink | null = null
  #leave = (): void => {}
  #presence: Presence | null = null
  #stands: 'aside' | 'twice' | 'alone' = 'alone'

  constructor(card: HouseCard, carrier: MemoryCarrier) {
    this.#card = card
    this.#carrier = carrier
    this.#pauses = new Pauses(carrier.clock)
  }

  get house(): HouseName {
    return this.#card.name
  }

  get founder(): HouseName {
    return this.#card.founder
  }

  get others(): readonly HouseName[] {
    return this.#card.houses.map(({ name }) => name)
  }

  connect(sink: PostSink): void {
    this.#sink = sink
    this.#telling = new Telling((state) => {
      if (!this.#pauses.isOver) sink.carried(state)
    })
    this.#pauses.every(5_000, () => this.#sayPresence())
    this.#leave = this.#carrier.enter(this.house, {
      take: (from, carried) => this.#pauses.unlessOver(this.#take(from, carried)),
      hear: (from, carried) => this.#hear(from, carried),
      state: (state) =>
        state.kind === 'connected'
          ? this.#telling.connected()
          : this.#telling.connecting(state.why, state.since),
      twice: (stands) => this.#standsTwice(stands),
    })
  }

  #standsTwice(stands: 'aside' | 'twice' | 'alone'): void {
    this.#stands = stands
    if (stands === 'aside') this.#telling.aside()
    else this.#telling.twice(stands === 'twice')
  }

  send(to: HouseName, envelopes: readonly Envelope[]): void {
    if (this.#pauses.isOver || this.#stands === 'aside') return
    for (const envelope of envelopes) {
      const id = [this.house, envelope.incarnation, envelope.n, this.#carrier.nextSending()].join(':')
      const became = this.#carrier.put(this.house, to, carriedBy(this.#card.key, envelope), id)
      if (became === 'full') return this.#telling.full(to)
      if (became === 'lost') return
      this.#telling.taken(to)
    }
  }

  announce(presence: Presence): void {
    this.#presence = presence
    this.#sayPresence()
  }

  close(): Promise<void> {
    this.#pauses.end()
    this.#leave()
    return Promise.resolve()
  }

  async #take(from: HouseName, carried: Carried): Promise<void> {
    // Of whom nothing is known nothing is taken either: it waits until the founder has told.
    if (!this.others.includes(from)) throw new Error(`no house ${from} is known`)
    const read = this.#read(from, carried, (json) => judgeEnvelope(json, from, this.house))
    if ('why' in read) return this.#telling.dropped(from, read.why)
    this.#telling.heard(from)
    await this.#sink?.arrived(read)
  }

  #hear(from: HouseName, carried: Carried): void {
    if (this.#pauses.isOver || !this.others.includes(from)) return
    const read = this.#read(from, carried, judgePresence)
    if ('why' in read) return this.#telling.dropped(from, read.why)
    const isFounder = from === this.#card.founder
    if (isFounder) this.#pin(read.roster)
    this.#sink?.present(from, isFounder ? read : { ...read, roster: [] })
  }

  #read<T>(from: HouseName, { signer, text }: Carried, judge: (json: unknown) => T | Unheard): T | Unheard {
    const key = this.#card.houses.find(({ name }) => name === from)?.key
    if (signer !== key) return { why: 'It does not bear the signature of that house.' }
    return judge(JSON.parse(text))
  }

  #pin(roster: readonly HouseKey[]): void {
    for (const { name, key } of roster) {
      const known = this.#card.houses.find((house) => house.name === name)
      if (name === this.house || known?.key === key) continue
      if (known) this.#telling.dropped(this.#card.founder, `It says that ${name} has another key now.`)
      else this.#card.houses = [...this.#card.houses, { name, key }]
    }
  }

  #sayPresence(): void {
    if (!this.#presence || !this.#sink || this.#pauses.isOver || this.#stands === 'aside') return
    const { name, key, founder, houses } = this.#card
    const roster = name === founder ? [{ name, key }, ...houses] : []
    const twice = this.#stands === 'twice' ? ({ twice: true } as const) : {}
    this.#carrier.say(name, carriedBy(key, { ...this.#presence, ...twice, roster }))
  }
}
