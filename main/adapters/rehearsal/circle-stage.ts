import { Stage } from './stage.ts'

/** A seat of a circle on the stage. */
export interface StageSeat {
  readonly name: string
  readonly role?: string
}

/** How a circle on the stage is varied. */
export interface StageCircle {
  readonly topic?: string
  readonly question?: string
  readonly structure?: readonly [number, number, number]
  readonly interval?: number
}

const phases = ['Inhale', 'Hold', 'Exhale'] as const
const disciplines = {
  Inhale: 'speak from where you sit; do not answer one another yet',
  Hold: 'answer what you heard; disagree with words, not with people',
  Exhale: 'bring it together: what holds, what stays open, what comes next',
}
const harvester = 'Scribe'

/** A gathering as its members are told of it, everything in one order, passing by words and by tool. For tests. */
export class CircleStage {
  readonly stage: Stage
  /** What was said, a line each: `Scout (1), hold 2: …`. */
  readonly said: { readonly name: string; readonly place: string; readonly words: string }[] = []
  readonly #seats: readonly StageSeat[]
  readonly #circle: Required<StageCircle>
  readonly #rows: string[] = []
  #turns = 0

  constructor(seats: readonly StageSeat[], circle: StageCircle = {}) {
    this.#seats = seats
    this.#circle = {
      topic: 'Friday',
      question: 'What would make us regret shipping on Friday?',
      structure: [2, 2, 2],
      interval: 60,
      ...circle,
    }
    this.stage = new Stage(...seats.map(({ name }) => name), harvester)
    for (const { name } of [...seats, { name: harvester }]) this.stage.note(name, this.#seed(name))
  }

  /** Plays all of it; gives the harvest. */
  play(): string {
    for (const [at, phase] of phases.entries()) {
      const rounds = this.#circle.structure[at] ?? 1
      this.tellAll(`${phase} begins, ${String(rounds)} rounds: ${disciplines[phase]}.`)
      for (let round = 1; round <= rounds; round += 1) {
        if (round > 1) this.tellAll(`${phase}, round ${String(round)} of ${String(rounds)}, begins.`)
        this.#round(phase, round, rounds)
      }
    }
    return this.harvest()
  }

  /** Gives the piece to a seat; answers its words. */
  grant(name: string, place: string, left: readonly string[]): string {
    this.#turns += 1
    const turn = `grt-${String(this.#turns).padStart(10, '0')}`
    const still =
      left.length > 0
        ? `Still to speak: ${left.map((one) => this.called(one)).join(', ')}.`
        : 'You are the last in this round.'
    return this.stage.ask(
      name,
      `[Piece: turn ${turn}]\nYou have the piece, ${this.called(name)}. ${place}: speak.\n${place}. ${still}\nSpeak to the circle. To pass the piece on, end with "I pass", or call pass_piece with turn_id "${turn}". Nothing to say? SILENT.`,
    )
  }

  /** A beat of the turn; the last one asks for last words. */
  beat(name: string, beat: number, beats: number): string {
    const words =
      beat === beats
        ? 'Your turn is up. What would you like to say last?'
        : 'Signals refresh: Hold, round 1 of 1. You are the last in this round. Is your thread still alive? Continue, pivot, or pass.'
    return this.stage.ask(name, `[Beat ${String(beat)}/${String(beats)}] ${words}`)
  }

  /** The close. */
  harvest(): string {
    const asks = 'Write the harvest as Markdown with the headings "## Decided", …'
    const prompt = [`[Harvest: ${this.#circle.topic}]`, 'The circle has closed.', ...this.#rows, asks]
    return this.stage.ask(harvester, prompt.join('\n'))
  }

  tellAll(words: string): void {
    for (const { name } of [...this.#seats, { name: harvester }])
      this.stage.note(name, `[From Janus]:\n${words}`)
  }

  /** Gives words to all but their speaker. */
  fanOut(name: string, place: string, words: string): void {
    this.said.push({ name, place, words })
    const first = [...words.replace(/\s+/g, ' ')]
      .slice(0, 80)
      .join('')
      .replace(/["[\]]/g, "'")
    const id = `utt-${String(this.said.length).padStart(10, '0')}`
    this.#rows.push(`- ${id} ${this.called(name)}, ${place}: "${first}"`)
    for (const other of [...this.#seats, { name: harvester }])
      if (other.name !== name) this.stage.note(other.name, `${this.called(name)}:\n\n${words}`)
  }

  called(name: string): string {
    return `${name} (${String(this.#seats.findIndex((seat) => seat.name === name) + 1)})`
  }

  #round(phase: (typeof phases)[number], round: number, rounds: number): void {
    const sealed: (() => void)[] = []
    const left = this.#seats.map(({ name }) => name)
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const speaker = name
      this.tellAll(`The piece is now with ${this.called(speaker)}.`)
      const before = this.stage.gathered.length
      const words = this.grant(speaker, `${phase}, round ${String(round)} of ${String(rounds)}`, left)
      const fan = (): void => this.fanOut(speaker, `${phase.toLowerCase()} ${String(round)}`, words)
      if (phase === 'Inhale') sealed.push(fan)
      else fan()
      const passed = this.stage.gathered.slice(before).at(-1)?.['to'] ?? /I pass to (.+?)\.$/.exec(words)?.[1]
      const at = left.findIndex((one) => one === passed)
      if (at > 0) left.unshift(...left.splice(at, 1))
    }
    for (const open of sealed) open()
  }

  #seed(name: string): string {
    const at = this.#seats.findIndex((seat) => seat.name === name)
    const self =
      at < 0
        ? `You are **${name}**, the harvester of this gathering.`
        : `You are **${name}** (${String(at + 1)}) in this gathering.`
    const role = this.#seats[at]?.role
    const [inhale, hold, exhale] = this.#circle.structure
    return [
      '[From Janus]:',
      `[Gathering: ${this.#circle.topic}]`,
      `${self}${role === undefined ? '' : ` Your role: ${role}.`}`,
      'Who sits in the circle, in the order of speaking:',
      ...this.#seats.map(
        (seat) => `- ${this.called(seat.name)}${seat.role === undefined ? '' : `: ${seat.role}`}`,
      ),
      `${harvester} is the harvester: it listens to everything and speaks once, at the close.`,
      `The breath, in rounds: inhale ${String(inhale)}, hold ${String(hold)}, exhale ${String(exhale)}. A turn has up to 3 beats, ${String(this.#circle.interval)} seconds apart.`,
      `The question in the circle: ${this.#circle.question}`,
      at < 0 ? 'You never hold the piece.' : 'Only who holds the talking piece speaks.',
    ].join('\n')
  }
}
