import { parseSteps, type Step } from './script.ts'
import type { CircleCall, PromptPart } from './prompt.ts'

/** A gathering as one member knows it when it is called. */
export interface Circle {
  readonly topic: string
  readonly question: string
  /** The member itself; number 0 is the harvester. */
  readonly self: Seat
  readonly seats: readonly Seat[]
  readonly phase: string
  readonly round: number
  /** Of its phase. */
  readonly isLastRound: boolean
  /** Seconds per beat. */
  readonly interval: number
  /** What others said, oldest first; `answered`: how many of these it had before its previous grant. */
  readonly heard: readonly Spoken[]
  readonly answered: number
  readonly own: readonly string[]
  /** Participants still to speak in this round. */
  readonly left: readonly string[]
  /** What the grant asks for besides text; null for nothing. */
  readonly asks: 'options' | 'consent' | { readonly options: number } | null
}

export interface Seat {
  readonly number: number
  readonly name: string
  readonly role: string
  readonly isUser: boolean
}

export interface Spoken {
  readonly name: string
  readonly words: string
  /** Id by which a harvest refers to it. */
  readonly utterance: string | null
  readonly phase: string
}

/**
 * Reconstructs the gathering from the conversation up to this call. Returns null when its introduction
 * (`seed`) is missing, as after a summary.
 */
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

function askedIn(grant: string): Circle['asks'] {
  if (/^A vote follows; options so far: none\./m.test(grant)) return 'options'
  if (/^Do you consent/m.test(grant)) return 'consent'
  const [, list] = /^The options: (.+)\. Rank them/m.exec(grant) ?? []
  return list === undefined ? null : { options: list.match(/(?:^|; )\d+: /g)?.length ?? 0 }
}

/** Assigns each statement to the phase announced last. */
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
 * Returns the steps that lines of the question assign to this seat for this call, such as `Scout, hold 1,
 * beat: say: TEXT`. Without a phase a line applies to every phase, without a call to the grant (for the
 * harvester: to the harvest).
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

/** The question without script lines. */
export function plainQuestion({ question }: Circle): string {
  return question
    .split('\n')
    .filter((line) => !scriptLine.test(line))
    .join('\n')
    .trim()
}

/** Drops code blocks and a closing PASS or SILENT. */
export function sentencesOf(words: string): readonly string[] {
  return words
    .replace(/```[^]*?```/g, ' ')
    .replace(/\s+/g, ' ')
    .split(/(?<=[.!?]["”*]?) (?=["“*`]?\p{Lu})/u)
    .map((one) => one.trim())
    .filter((one) => one !== '' && !/^(?:PASS\b.*|SILENT\.?)$/.test(one))
}
