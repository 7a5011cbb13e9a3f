import { Stage } from './stage.ts'

/** Participants, topic and rounds per phase. */
export interface StagedCircle {
  readonly seats: readonly { readonly name: string; readonly role?: string }[]
  readonly topic?: string
  readonly question?: string
  readonly structure?: readonly [number, number, number]
  readonly interval?: number
}

const phases = ['Inhale', 'Hold', 'Exhale'] as const

/** Simulates a gathering by the prompts that its members get. */
export class CircleStage {
  readonly stages = new Map<string, Stage>()
  readonly said: { readonly name: string; readonly place: string; readonly words: string }[] = []
  readonly #circle: Required<StagedCircle>
  /** Messages to be put before each member's next prompt. */
  readonly #notes = new Map<string, string[]>()

  constructor(circle: StagedCircle) {
    this.#circle = {
      topic: 'Friday',
      question: 'What would make us regret shipping on Friday?',
      structure: [2, 2, 2] as const,
      interval: 60,
      ...circle,
    }
    for (const name of [...circle.seats.map((seat) => seat.name), 'Scribe']) {
      this.stages.set(name, new Stage())
      this.#notes.set(name, [`[Janus]:\n${this.#seed(name)}`])
    }
  }

  /** Plays the whole gathering; returns the harvest. */
  play(): string {
    for (const [at, phase] of phases.entries()) {
      const rounds = this.#circle.structure[at] ?? 1
      for (let round = 1; round <= rounds; round += 1) this.#round(phase, round, rounds)
    }
    return this.harvest()
  }

  /** Grants the piece to a seat; returns its statement. */
  grant(name: string, place: string, left: readonly string[] = []): string {
    const still =
      left.length > 0
        ? `Still to speak: ${left.map((one) => this.#called(one)).join(', ')}.`
        : 'You are the last in this round.'
    return this.#ask(
      name,
      `[Janus: you have the talking piece]\nYou have the piece, ${this.#called(name)}. ${place}: speak.\n${still}\nSpeak to everybody and end with the line PASS.`,
    )
  }

  beat(name: string, beat: number, beats: number): string {
    return this.#ask(name, `[Janus: beat ${beat} of ${beats}]\nYou still hold the piece.`)
  }

  harvest(): string {
    return this.#ask('Scribe', `[Janus: harvest of "${this.#circle.topic}"]\nThe gathering has closed.`)
  }

  /** Passes a statement to all other members. */
  hear(name: string, place: string, words: string): void {
    const phase = phases.find((one) => place.startsWith(one.toLowerCase()))
    this.said.push({ name, place, words })
    for (const notes of this.#notes.values()) notes.push(`[Janus]:\n${phase ?? ''} begins.`)
    for (const [other, notes] of this.#notes)
      if (other !== name) {
        const id = other === 'Scribe' ? `, utt-${this.said.length}` : ''
        notes.push(`[From seat ${this.#numberOf(name)}, "${name}"${id}]:\n${words}`)
      }
  }

  #ask(name: string, prompt: string): string {
    const notes = this.#notes.get(name)?.splice(0) ?? []
    return this.stages.get(name)?.ask([...notes, prompt].join('\n\n')) ?? ''
  }

  #round(phase: string, round: number, rounds: number): void {
    const sealed: (() => void)[] = []
    const left = this.#circle.seats.map(({ name }) => name)
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const speaker = name
      const words = this.grant(speaker, `${phase}, round ${round} of ${rounds}`, left)
      const hear = () => this.hear(speaker, `${phase.toLowerCase()} ${round}`, words)
      if (phase === 'Inhale') sealed.push(hear)
      else hear()
    }
    for (const open of sealed) open()
  }

  #called(name: string): string {
    return `${name} (${this.#numberOf(name)})`
  }

  #numberOf(name: string): number {
    return this.#circle.seats.findIndex((seat) => seat.name === name) + 1
  }

  #seed(name: string): string {
    const { seats, topic, question, interval } = this.#circle
    const at = seats.findIndex((seat) => seat.name === name)
    const map = seats.map(
      (seat) => `- ${this.#called(seat.name)}${seat.role === undefined ? '' : `: ${seat.role}`}`,
    )
    return [
      `You are **${name}**${at < 0 ? ', the harvester of' : ` (${at + 1}) in`} the gathering "${topic}".`,
      ['Who speaks, in this order:', ...map].join('\n'),
      `The question: ${question}`,
      at < 0
        ? 'You never hold the piece.'
        : `Only the holder of the talking piece speaks; after 3 of them, or ${4 * interval} s after the piece came, it moves on.`,
    ].join('\n\n')
  }
}
