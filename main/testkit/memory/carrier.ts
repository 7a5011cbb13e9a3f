import type { HouseKey, HouseName } from '../../contract/fleet/houses.ts'
import type { Clock } from '../../ports/ports.ts'
import type { CarrierState } from '../../ports/post.ts'
import type { Random } from '../random.ts'

/** What lies in a box. */
export interface Carried {
  /** The key that signed it. */
  readonly signer: string
  /** JSON. */
  readonly text: string
}

/** What a carrier does to those that trust it; each a probability but `delay`, the least and the most ms on the way. */
export interface Nastiness {
  readonly delay: readonly [number, number]
  /** Never gets into the box, though it was taken. */
  readonly lose: number
  /** Gets there twice. */
  readonly double: number
  /** Overtakes what was sent before it. */
  readonly reorder: number
  /** Is brought again after it was saved, perhaps behind later ones. */
  readonly loseAck: number
}

/** A carrier as one would wish it. */
export const kind: Nastiness = { delay: [1, 3], lose: 0, double: 0, reorder: 0, loseAck: 0 }

/** As nasty as one must expect it to be. */
export const nasty: Nastiness = { delay: [0, 20_000], lose: 0.1, double: 0.1, reorder: 0.2, loseAck: 0.1 }

/** What a house keeps of its fleet over its restarts. */
export interface HouseCard {
  readonly name: HouseName
  readonly key: string
  readonly founder: HouseName
  /** The others that it knows; grows by the founder's roster. */
  houses: readonly HouseKey[]
}

/** The end of a house that is there. */
export interface Receiver {
  take(from: HouseName, carried: Carried): Promise<void>
  hear(from: HouseName, carried: Carried): void
  state(state: Extract<CarrierState, { kind: 'connected' } | { kind: 'connecting' }>): void
  /** Another one is there with the name of its house, or not any more; `aside`: that one was first. */
  twice(stands: 'aside' | 'twice' | 'alone'): void
}

interface Lying extends Carried {
  readonly place: number
}

interface Box {
  readonly from: HouseName
  readonly to: HouseName
  lying: Lying[]
  /** Ids that were put there, with the time until which they count. */
  ids: Map<string, number>
  /** The turn of whoever takes; what is done for an earlier one counts no more. */
  turn: number
  isBusy: boolean
  rejections: number
  /** Bytes that are on the way into it. */
  underway: number
  /** When the last one gets there, so that the next does not overtake it. */
  lastAt: number
}

/** How all boxes stood; see `MemoryCarrier.mark`. */
export type Mark = ReadonlyMap<string, Stood>
type Stood = Readonly<Pick<Box, 'lying' | 'ids'>>

const window = 600_000
const ackWait = 30_000

/** What carries between houses, in memory: with a box for each pair, as the real one, and as nasty as it is told to be. */
export class MemoryCarrier {
  nastiness: Nastiness = kind
  /** Most bytes in one box. */
  boxBytes: number
  readonly #clock: Clock
  readonly #random: Random
  readonly #boxes = new Map<string, Box>()
  readonly #receivers = new Map<HouseName, Receiver>()
  /** Those that came when their house was there already. */
  readonly #aside = new Map<HouseName, Set<Receiver>>()
  readonly #cuts = new Set<string>()
  #isDown = false
  #places = 0
  #sendings = 0

  constructor(clock: Clock, random: Random, boxBytes = 64 * 1024 * 1024) {
    this.#clock = clock
    this.#random = random
    this.boxBytes = boxBytes
  }

  get clock(): Clock {
    return this.#clock
  }

  /** Another number each time, so that no sending is taken for one of an earlier life. */
  nextSending(): number {
    return ++this.#sendings
  }

  /** A house is there; the answer takes it away, at once and with all that was on the way to it. */
  enter(house: HouseName, receiver: Receiver): () => void {
    if (this.#receivers.has(house)) return this.#stepAside(house, receiver)
    this.#receivers.set(house, receiver)
    this.#tell(house)
    this.#tellTwice(house)
    for (const box of this.#boxesOf(house)) this.#bring(box)
    return () => {
      if (this.#receivers.get(house) !== receiver) return
      this.#receivers.delete(house)
      for (const box of this.#boxesOf(house)) this.#letGo(box)
    }
  }

  #stepAside(house: HouseName, receiver: Receiver): () => void {
    const all = (this.#aside.get(house) ?? new Set()).add(receiver)
    this.#aside.set(house, all)
    receiver.twice('aside')
    this.#tellTwice(house)
    return () => {
      all.delete(receiver)
      this.#tellTwice(house)
    }
  }

  #tellTwice(house: HouseName): void {
    const isTwice = (this.#aside.get(house)?.size ?? 0) > 0
    this.#receivers.get(house)?.twice(isTwice ? 'twice' : 'alone')
  }

  /** Nothing that `from` says reaches `to` until it is mended; what lies in the box waits. */
  cut(from: HouseName, to: HouseName): void {
    this.#cuts.add(pair(from, to))
  }

  mend(from: HouseName, to: HouseName): void {
    this.#cuts.delete(pair(from, to))
    this.#bring(this.#box(from, to))
  }

  /** The server is gone, with nothing lost that it had. */
  stop(): void {
    this.#isDown = true
    for (const box of this.#boxes.values()) this.#letGo(box)
    for (const house of this.#receivers.keys()) this.#tell(house)
  }

  start(): void {
    this.#isDown = false
    for (const house of this.#receivers.keys()) this.#tell(house)
    for (const box of this.#boxes.values()) this.#bring(box)
  }

  /** How all boxes stand now. */
  mark(): Mark {
    const rows = [...this.#boxes].map(([name, { lying, ids }]): [string, Stood] => {
      return [name, { lying: [...lying], ids: new Map(ids) }]
    })
    return new Map(rows)
  }

  /** All boxes are as they were then: what was put there since is lost, what was taken since is brought again. */
  rollBack(mark: Mark): void {
    for (const [name, box] of this.#boxes) {
      const then = mark.get(name)
      this.#letGo(box)
      box.lying = [...(then?.lying ?? [])]
      box.ids = new Map(then?.ids)
      this.#bring(box)
    }
  }

  /** Puts one into a box, after its time on the way. The same id within ten minutes goes into that box once. */
  put(from: HouseName, to: HouseName, carried: Carried, id: string): 'carried' | 'full' | 'lost' {
    if (this.#isDown || this.#cuts.has(pair(from, to))) return 'lost'
    const box = this.#box(from, to)
    const lying = box.lying.reduce((sum, { text }) => sum + text.length, box.underway)
    if (lying + carried.text.length > this.boxBytes) return 'full'
    const isDouble = this.#random.chance(this.nastiness.double)
    for (const one of isDouble ? [id, `${id} again`] : [id]) this.#under(box, carried, one)
    return 'carried'
  }

  /** Says to all others that a house is there; nothing of that is kept. */
  say(from: HouseName, carried: Carried): void {
    if (this.#isDown) return
    for (const to of this.#receivers.keys()) {
      if (to === from || this.#random.chance(this.nastiness.lose)) continue
      this.#clock.after(this.#delay(), () => {
        if (!this.#isDown && !this.#cuts.has(pair(from, to))) this.#receivers.get(to)?.hear(from, carried)
      })
    }
  }

  #under(box: Box, carried: Carried, id: string): void {
    if (this.#random.chance(this.nastiness.lose)) return
    const now = this.#clock.steady()
    const overtakes = this.#random.chance(this.nastiness.reorder)
    const at = overtakes ? now + this.#delay() : Math.max(box.lastAt, now + this.#delay())
    box.lastAt = Math.max(box.lastAt, at)
    box.underway += carried.text.length
    this.#clock.after(at - now, () => {
      box.underway -= carried.text.length
      const until = box.ids.get(id) ?? 0
      if (this.#clock.steady() < until) return
      box.ids.set(id, this.#clock.steady() + window)
      box.lying.push({ ...carried, place: ++this.#places })
      this.#bring(box)
    })
  }

  /** Brings what lies first, one at a time. */
  #bring(box: Box): void {
    const receiver = this.#receivers.get(box.to)
    const [first] = box.lying
    if (box.isBusy || !receiver || !first || this.#isDown || this.#cuts.has(pair(box.from, box.to))) return
    box.isBusy = true
    const turn = ++box.turn
    const isOver = (): boolean => box.turn !== turn
    const next = (wait: number): void => {
      this.#clock.after(wait, () => {
        if (isOver()) return
        box.isBusy = false
        this.#bring(box)
      })
    }
    receiver.take(box.from, first).then(
      () => {
        if (isOver()) return
        box.rejections = 0
        box.lying = box.lying.filter((one) => one !== first)
        if (this.#random.chance(this.nastiness.loseAck)) this.#bringAgain(box, first)
        next(0)
      },
      () => {
        if (!isOver()) next(Math.min(ackWait, 250 * 2 ** box.rejections++))
      },
    )
  }

  /** What was saved lies there again after a time: first, or behind what was brought meanwhile. */
  #bringAgain(box: Box, carried: Lying): void {
    this.#clock.after(ackWait, () => {
      box.lying.push(carried)
      box.lying.sort((one, other) => one.place - other.place)
      this.#bring(box)
    })
  }

  /** What was being brought is brought again, to whoever comes. */
  #letGo(box: Box): void {
    box.turn++
    box.isBusy = false
  }

  #tell(house: HouseName): void {
    const gone = {
      kind: 'connecting',
      since: this.#clock.now(),
      why: 'The carrier does not answer.',
    } as const
    this.#receivers.get(house)?.state(this.#isDown ? gone : { kind: 'connected' })
  }

  #delay(): number {
    const [least, most] = this.nastiness.delay
    return this.#random.int(least, most)
  }

  #box(from: HouseName, to: HouseName): Box {
    const name = pair(from, to)
    let box = this.#boxes.get(name)
    if (!box) {
      box = {
        from,
        to,
        lying: [],
        ids: new Map(),
        turn: 0,
        isBusy: false,
        rejections: 0,
        underway: 0,
        lastAt: 0,
      }
      this.#boxes.set(name, box)
    }
    return box
  }

  #boxesOf(to: HouseName): Box[] {
    return [...this.#boxes.values()].filter((box) => box.to === to)
  }
}

const pair = (from: HouseName, to: HouseName): string => `${from} ${to}`

/** What a house says, as it is carried. */
export const carriedBy = (signer: string, said: unknown): Carried => ({ signer, text: JSON.stringify(said) })
