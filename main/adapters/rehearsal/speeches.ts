import { clip } from './answer.ts'
import type { Circle, Heard } from './circle.ts'
import { findFor } from './finding.ts'
import type { Lens } from './lenses.ts'
import { lenses as allLenses } from './lenses.ts'
import { exhale, openOf, placeOf, takesOf } from './exhale.ts'
import { calledBy, looksAround, matterOf } from './matter.ts'
import { canLook } from './listing.ts'
import type { Play } from './play.ts'
import { askedOf, openMark, takeMark, worthQuoting } from './quoting.ts'
import { silent } from './talk.ts'

/** Who speaks, and how. */
export interface Speaker {
  readonly circle: Circle
  readonly lens: Lens
  /** How many before it look from the same place. */
  readonly copy: number
  readonly lenses: ReadonlyMap<number, { lens: Lens; copy: number }>
  /** From 0 up to 1, always the same for this seat, this round and these words. */
  readonly roll: (what: string) => number
}

/** What is said, to whom the piece goes by that, and whether it is kept for another beat. */
export interface Speech {
  readonly words: string
  readonly to: string | null
  readonly stays: boolean
}

/** What a seat says when the piece comes to it. */
export function* speechOf(speaker: Speaker, tools: ReadonlySet<string>): Play<Speech> {
  switch (speaker.circle.phase) {
    case 'inhale':
      return plainly(yield* inhale(speaker, tools))
    case 'hold':
      return hold(speaker)
    case 'exhale':
      return plainly(exhale(speaker))
  }
}

/** At a beat: one thing more, then it goes on. */
export function secondThought(speaker: Speaker): string {
  const { lens, circle, roll } = speaker
  const own = lens.own[Math.floor(roll('more') * lens.own.length)] ?? lens.own[0]
  return circle.phase === 'exhale' ? `${openMark}${openOf(speaker)}.` : `One thing more. ${own}`
}

/** At the final beat. */
export function lastWords(speaker: Speaker): string {
  const { lens, circle } = speaker
  return circle.phase === 'exhale'
    ? `${takeMark}${takesOf(speaker)}.`
    : `What I leave in the circle: ${lens.answer}.`
}

/** Each from where it sits; nobody is answered. */
function* inhale(speaker: Speaker, tools: ReadonlySet<string>): Play<string> {
  const { circle, lens, copy, roll } = speaker
  const own = lens.own[(circle.round - 1 + copy) % lens.own.length] ?? lens.own[0]
  if (circle.round > 1) {
    const measure = matterOf(circle).says.length > 0 ? 'What I measure it by' : 'I stay with my measure'
    return `${roll('still') < 0.5 ? '' : `${measure}: ${lens.answer}. `}${own}`
  }
  const found = canLook(tools) && copy === 0 && looksAround(circle) ? yield* findFor(lens.look) : null
  return [fromSeat(circle, placeOf(speaker)), found ?? '', own, toTheMatter(speaker)]
    .filter((part) => part !== '')
    .join(' ')
}

/** What it says to this very topic. */
function toTheMatter(speaker: Speaker): string {
  const { circle, lens } = speaker
  const place = placeOf(speaker)
  const { says } = matterOf(circle)
  const measures = [
    `What I measure ${calledBy(circle)} by: ${lens.answer}.`,
    `My measure for it: ${lens.answer}.`,
    `I go by ${lens.answer}.`,
  ]
  return says[place] ?? measures[says.length > 0 ? 1 + (place % 2) : place % 3] ?? ''
}

/** What the others said is answered by name; in the first round somebody is asked. */
function hold(speaker: Speaker): Speech {
  const { circle, lens, roll } = speaker
  const asked = askedOf(circle).slice(0, 2)
  const rest = asked.length === 0 ? restOf(speaker) : null
  if (rest !== null) return rest
  const own = circle.round === 1 ? matterOf(circle).holds[placeOf(speaker)] : undefined
  const claim = own ?? lens.holds[(circle.round - 1 + speaker.copy) % lens.holds.length] ?? lens.holds[0]
  const alsoAnswers = asked.length === 0 || (asked.length === 1 && roll('other') < 0.5)
  const target = alsoAnswers ? targetOf(speaker, asked) : null
  const parts = asked.map(({ by, words }) => answerTo(speaker, by, words))
  const view = target === null ? null : stanceTo(speaker, target)
  if (view !== null) parts.push(view.words)
  if (parts.length < 2 || roll('own') < 0.3) parts.push(claim)
  // Whom one agrees with need not be asked.
  const asks = circle.round === 1 && view?.agrees !== true && roll('asks') < 0.75
  const next = asks ? askedNext(speaker, target ?? asked[0]?.by ?? null) : null
  if (next !== null) parts.push(`${next}, ${lens.asks}?`)
  const goesTo = next !== null && circle.left.slice(1).includes(next) && roll('to') < 0.6 ? next : null
  return { words: parts.join(' '), to: goesTo, stays: roll('stays') < 0.16 }
}

/** Once in a while somebody has nothing to add: said in three words, or not at all. */
function restOf({ circle, roll }: Speaker): Speech | null {
  const last = circle.heard.at(-1)
  if (circle.rounds.hold < 2 || circle.seats.length < 3 || last === undefined || last.phase !== 'hold')
    return null
  if (circle.round > 1 && roll('silent') < 0.1) return plainly(silent)
  return roll('few') < 0.1 ? plainly(`${last.name} said it.`) : null
}

/** Whom to answer: of those who said something to hold on to, the newest first, each time another. */
function targetOf({ circle, roll }: Speaker, but: readonly { by: Heard }[]): Heard | null {
  const { heard, self } = circle
  const newest = new Map<number, Heard>()
  for (const one of heard)
    if (
      one.number !== self.number &&
      !but.some(({ by }) => by.number === one.number) &&
      worthQuoting(one, circle)
    )
      newest.set(one.number, one)
  const recent = [...newest.values()].reverse().slice(0, 4)
  return recent[Math.floor(roll('target') * recent.length)] ?? null
}

/** What it says to the words of another; what somebody has read in a file is not disputed. */
function stanceTo({ lens, copy, roll, circle }: Speaker, to: Heard): { words: string; agrees: boolean } {
  const quote = worthQuoting(to, circle) ?? ''
  const agrees = quote.includes('`') || roll(`stance ${to.name}`) < 0.5
  const words = (agrees ? lens.agrees : lens.differs)[(circle.round + copy + 1) % 2] ?? lens.agrees[0]
  return { words: `${to.name} says: “${quote}.” ${words}`, agrees }
}

function answerTo({ lens }: Speaker, by: Heard, words: string): string {
  const own = allLenses.find(({ asks }) => asks === words)
  if (own === undefined)
    return `${by.name} asks: “${clip(words, 100)}?” I hold it against my measure: ${lens.answer}.`
  return `${by.name} asks: ${words}? ${own.reply}`
}

/** Who is asked: whose words these were, if it is an agent; else one who has not spoken in this round. */
function askedNext({ circle, roll }: Speaker, to: Heard | null): string | null {
  const agents = new Set(circle.seats.filter(({ isHuman }) => !isHuman).map(({ name }) => name))
  if (to !== null && agents.has(to.name)) return to.name
  const left = circle.left.filter((name) => agents.has(name))
  return left[Math.floor(roll('whom') * left.length)] ?? null
}

/** Where it sits, by its role: `finds out what is known`, or `the grumpy one`. */
function fromSeat({ self: { role } }: Circle, place: number): string {
  const words = role.replace(/[.!?]+$/, '')
  if (words === '' || words.length > 60) return ''
  const [first = ''] = words.split(/\s/)
  const isDoing =
    /^(?:would|will|can|should|must)$/i.test(first) || (/[a-z]s$/.test(first) && !/ss$/.test(first))
  if (!isDoing) return `My part here: ${words}.`
  const who = ['I sit here as the one who', 'I am the one who', 'I speak as the one who'][place % 3]
  return `${who ?? ''} ${words}.`
}

function plainly(words: string): Speech {
  return { words, to: null, stays: false }
}
