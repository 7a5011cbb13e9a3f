import type { MessageParam } from '@anthropic-ai/sdk/resources/messages'
import { readCircleWords, type CircleCall, type CircleWords, type PhaseName } from './circle-words.ts'
import { heardIn, speakers } from './conversation.ts'

/** Who sits in it. */
export interface CircleSeat {
  readonly number: number
  readonly name: string
  readonly role: string
  readonly isHuman: boolean
}

/** Something that was said in it by another. */
export interface Heard {
  readonly name: string
  readonly number: number
  readonly words: string
  readonly phase: PhaseName
  readonly round: number
}

/** A gathering as one of its members knows it when it is asked. */
export interface Circle {
  readonly topic: string
  readonly question: string
  /** The member itself; number 0: the harvester. */
  readonly self: CircleSeat
  readonly seats: readonly CircleSeat[]
  /** Rounds of each phase. */
  readonly rounds: Readonly<Record<PhaseName, number>>
  /** Seconds between two beats. */
  readonly interval: number
  /** By others, oldest first. */
  readonly heard: readonly Heard[]
  /** What it has said itself since it sits there. */
  readonly spoken: readonly string[]
  readonly phase: PhaseName
  readonly round: number
  /** The newest turn with the piece. */
  readonly turn: string
  /** How much of what was heard it had heard when it last had the piece. */
  readonly answered: number
  /** The same, now. */
  readonly known: number
  /** Names of those who are still to speak in this round. */
  readonly left: readonly string[]
}

/** The gathering that asks this, as the conversation tells of it up to there; null where its seed is not there any more. */
export function circleAt(messages: readonly MessageParam[], call: CircleCall): Circle | null {
  let circle: Circle | null = null
  let found: Circle | null = null
  for (const { role, blocks } of speakers(messages)) {
    if (role === 'assistant') {
      const said = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))
      circle = speak(circle, said)
      continue
    }
    for (const words of blocks.flatMap((block) => heardIn(role, block)).flatMap(readCircleWords)) {
      circle = takeIn(circle, words)
      if (words.kind === 'call' && words.call.text === call.text) found = circle
    }
  }
  return found
}

function speak(circle: Circle | null, said: readonly string[]): Circle | null {
  return circle && { ...circle, spoken: [...circle.spoken, ...said] }
}

function takeIn(circle: Circle | null, words: CircleWords): Circle | null {
  if (words.kind === 'seed') return seeded(words.topic, words.lines)
  if (circle === null) return null
  switch (words.kind) {
    case 'heard': {
      const { name, number, words: said } = words
      const { phase, round } = circle
      return { ...circle, heard: [...circle.heard, { name, number, words: said, phase, round }] }
    }
    case 'phase':
      return { ...circle, phase: words.phase, round: words.round }
    case 'call':
      return asked(circle, words.call)
    case 'news':
    case 'other':
      return circle
  }
}

/** A call says itself where the circle is. */
function asked(circle: Circle, { text, ...call }: CircleCall): Circle {
  const [, phase, round] = /\b(Inhale|Hold|Exhale), round (\d+) of \d+/.exec(text) ?? []
  const [, list] = /^.*?Still to speak: (.+?\))\.(?: |$)/m.exec(text) ?? []
  const left = list?.split(/(?<=\)), /).map((one) => one.replace(/ \(\d+\)$/, ''))
  return {
    ...circle,
    ...(phase === undefined ? {} : { phase: phase.toLowerCase() as PhaseName, round: Number(round) }),
    ...(call.kind === 'grant'
      ? { turn: call.turn, left: left ?? [], answered: circle.known, known: circle.heard.length }
      : {}),
  }
}

function seeded(topic: string, lines: readonly string[]): Circle {
  const text = lines.join('\n')
  const [, self = '', number = '0'] = /^You are \*\*(.+?)\*\*(?: \((\d+)\))?/m.exec(text) ?? []
  const [, interval] = /(\d+) seconds apart/.exec(text) ?? []
  const [, inhale, hold, exhale] = /inhale (\d+), hold (\d+), exhale (\d+)/.exec(text) ?? []
  const seats = lines.flatMap(seatIn)
  const own = seats.find((seat) => String(seat.number) === number)
  const [, role = ''] = /Your role: (.*)\.$/m.exec(lines[0] ?? '') ?? []
  return {
    topic,
    question: questionIn(text),
    seats,
    interval: Number(interval ?? 60),
    self: own ?? { number: 0, name: self, role, isHuman: false },
    rounds: { inhale: Number(inhale ?? 1), hold: Number(hold ?? 1), exhale: Number(exhale ?? 1) },
    heard: [],
    spoken: [],
    phase: 'inhale',
    round: 1,
    turn: '',
    left: [],
    answered: 0,
    known: 0,
  }
}

function seatIn(line: string): CircleSeat[] {
  const [, name, number, human, role = ''] = /^- (.+?) \((\d+)\)(, the person)?(?:: (.*))?$/.exec(line) ?? []
  if (name === undefined) return []
  return [{ name, number: Number(number), role, isHuman: human !== undefined }]
}

/** It may have several lines, and ends where the rules of the circle begin. */
function questionIn(text: string): string {
  const [, rest = ''] = /^The question in the circle: ([\s\S]*)$/m.exec(text) ?? []
  const [question = ''] = rest.split(/\n(?=Only who holds the talking piece|You never hold the piece)/)
  return question.trim()
}
