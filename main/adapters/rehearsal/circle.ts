import { parseSteps, type Step } from './script.ts'
import type { CircleCall, PromptPart } from './prompt.ts'

/** A gathering as one of its members knows it when it is asked. */
export interface Circle {
  readonly topic: string
  readonly question: string
  /** The member itself; number 0: the harvester. */
  readonly self: Seat
  readonly seats: readonly Seat[]
  readonly phase: string
  readonly round: number
  /** Whether this is the last round of its phase. */
  readonly isLastRound: boolean
  /** Seconds that each beat adds to a turn. */
  readonly interval: number
  /** What others said, oldest first, and how much of it was heard before the member last had the piece. */
  readonly heard: readonly Spoken[]
  readonly answered: number
  /** What it has said itself. */
  readonly own: readonly string[]
  /** Who is still to speak in this round. */
  readonly left: readonly string[]
  /** What its grant asks for besides words; null: nothing. */
  readonly asks: 'options' | 'consent' | { readonly options: number } | null
}

/** Who sits in it. */
export interface Seat {
  readonly number: number
  readonly name: string
  readonly role: string
  readonly isUser: boolean
}

/** What somebody said in it. */
export interface Spoken {
  readonly name: string
  readonly words: string
  /** By which a harvest names it. */
  readonly utterance: string | null
  readonly phase: string
}

/** The gathering that asks this, as the conversation tells of it up to there; null where its seed is gone. */
export function circleAt(parts: readonly PromptPart[], call: CircleCall): Circle | null {
  const end = parts.findLastIndex(
    (part) => part.kind === call.kind && 'text' in part && part.text === call.text,
  )
  const begin = parts.slice(0, end).findLastIndex(({ kind }) => kind === 'seed')
  const seed = parts[begin]
  if (seed?.kind !== 'seed') return null
  const told = parts.slice(begin + 1, end + 1)
  const heard = heardIn(told)
  const grants = told.flatMap((part, at) => (part.kind === 'grant' ? [{ at, text: part.text }] : []))
  const before = grants.at(-2)?.at ?? 0
  const grant = grants.at(-1)?.text ?? ''
  const [, phase = '', round, rounds] =
    /\b(Inhale|Hold|Exhale|Decision), round (\d+) of (\d+)/.exec(grant) ?? []
  const [, left = ''] = /Still to speak: (.+?\))\.(?: |$)/m.exec(grant) ?? []
  return {
    ...seededBy(seed.topic, seed.text),
    own: told.flatMap((part) => (part.kind === 'own' ? [part.words] : [])),
    heard,
    phase: phase.toLowerCase(),
    round: Number(round ?? 1),
    isLastRound: round === rounds,
    asks: askedIn(grant),
    answered: told.slice(0, before).filter(({ kind }) => kind === 'spoken').length,
    left: left.split(/(?<=\)), /).flatMap((one) => one.replace(/ \(\d+\)$/, '') || []),
  }
}

/** Whether it is to put up options, to consent, or to rank so many options. */
function askedIn(grant: string): Circle['asks'] {
  if (/^A vote follows; options so far: none\./m.test(grant)) return 'options'
  if (/^Do you consent/m.test(grant)) return 'consent'
  const [, list] = /^The options: (.+)\. Rank them/m.exec(grant) ?? []
  return list === undefined ? null : { options: list.match(/(?:^|; )\d+: /g)?.length ?? 0 }
}

/** What was said, each in the phase that was announced last. */
function heardIn(told: readonly PromptPart[]): readonly Spoken[] {
  let phase = ''
  return told.flatMap((part) => {
    if (part.kind === 'news')
      phase = /^(Inhale|Hold|Exhale|Decision)\b/.exec(part.words)?.[1]?.toLowerCase() ?? phase
    return part.kind === 'spoken' ? [{ ...part, phase }] : []
  })
}

function seededBy(
  topic: string,
  text: string,
): Pick<Circle, 'topic' | 'question' | 'self' | 'seats' | 'interval'> {
  const seats = [...text.matchAll(/^- (.+?) \((\d+)\)(, (?:your|a remote) user[^:\n]*)?(?:: (.*))?$/gm)].map(
    ([, name = '', number, user, role = '']) => ({
      name,
      number: Number(number),
      role,
      isUser: user !== undefined,
    }),
  )
  const [, name = '', number = '0'] = /^You are \*\*(.+?)\*\*(?: \((\d+)\))?/m.exec(text) ?? []
  const [, rest = ''] = /^The question: ([^]*)$/m.exec(text) ?? []
  const [beats = 3, seconds = 240] = (/after (\d+) of them, or (\d+) s after/.exec(text) ?? [])
    .slice(1)
    .map(Number)
  const [question = ''] = rest.split(/\n(?=Only the holder of the talking piece|You never hold the piece)/)
  return {
    topic,
    seats,
    question: question.trim(),
    self: seats.find((seat) => String(seat.number) === number) ?? {
      number: 0,
      name,
      role: '',
      isUser: false,
    },
    interval: seconds / (beats + 1),
  }
}

const scriptLine =
  /^[\s>\\]*(.+?)(?:, (inhale|hold|exhale|decision)(?: (\d))?)?(?:, (grant|beat|final|harvest))?: ((?:say|slow|think|muse|wait|call):.*)$/i

/**
 * The steps that lines of the question give to this seat for this call, as `Scout, hold 1, beat: say: TEXT`; without a
 * phase in each, without a call to the grant (the harvester: to the harvest).
 */
export function scriptFor({ question, self, phase, round }: Circle, call: CircleCall): readonly Step[] {
  const usual = self.number === 0 ? 'harvest' : 'grant'
  return question.split('\n').flatMap((line) => {
    const [, name = '', when, which, kind = usual, script = ''] = scriptLine.exec(line) ?? []
    const isOurs =
      name.toLowerCase() === self.name.toLowerCase() &&
      kind.toLowerCase() === call.kind &&
      (when === undefined || when.toLowerCase() === phase) &&
      (which === undefined || Number(which) === round)
    return isOurs ? parseSteps(script) : []
  })
}

/** The question without such lines. */
export function plainQuestion({ question }: Circle): string {
  return question
    .split('\n')
    .filter((line) => !scriptLine.test(line))
    .join('\n')
    .trim()
}

/** The sentences of a speech, without closing words that pass. */
export function sentencesOf(words: string): readonly string[] {
  return words
    .replace(/```[^]*?```/g, ' ')
    .replace(/\s+/g, ' ')
    .split(/(?<=[.!?]["”*]?) (?=["“*`]?\p{Lu})/u)
    .map((one) => one.trim())
    .filter((one) => one !== '' && !/^(?:PASS\b.*|SILENT\.?)$/.test(one))
}
