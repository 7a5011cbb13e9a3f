import {
  circleAt,
  plainQuestion,
  scriptFor,
  sentencesOf,
  type Circle,
  type Seat,
  type Spoken,
} from './circle.ts'
import { chorus, chorusJoins, marks, replies, scenes, usualReply, voices } from './circle-scenes.ts'
import type { Scene, Voice } from './circle-scenes.ts'
import { harvestOf } from './harvest.ts'
import { call, playWords, type Play } from './play.ts'
import type { CircleCall, PromptPart } from './prompt.ts'
import { sayStep } from './script.ts'
import { findFor } from './tasks.ts'
import { clip, silent } from './words.ts'

/** Plays a call of a gathering: script lines of the question, the harvest, or a seat's part. */
export function* playCircle(
  parts: readonly PromptPart[],
  asked: CircleCall,
  tools: ReadonlySet<string>,
): Play {
  const circle = circleAt(parts, asked)
  if (circle === null) return yield* playWords(silent)
  const script = scriptFor(circle, asked)
  if (script.length > 0) for (const step of script) yield step
  else if (asked.kind === 'harvest') yield* playWords(harvestOf(circle))
  else yield* playSeat(circle, asked, tools)
}

function* playSeat(circle: Circle, { kind }: CircleCall, tools: ReadonlySet<string>): Play {
  const { self, phase, left, interval, asks } = circle
  if (phase === 'decision') return yield* speak(answerOf(circle), interval)
  if (/\bpasses at once\b/i.test(self.role)) {
    const words = kind === 'grant' ? brief(circle) : 'That is all.'
    return void (yield sayStep(`${words}\n\nPASS`))
  }
  const speech = kind === 'grant' ? yield* speechOf(circle, tools) : secondThought(circle, kind)
  const [said = '', mark] = speech.split(/ (?=>>$|~$)/)
  const options = 'OPTION: Do it now\nOPTION: Wait a week'
  const words = asks === 'options' ? `${said === silent ? '' : said}\n\n${options}`.trim() : said
  const stays = (mark === '~' && interval <= 20) || kind === 'final' || words === silent
  if (stays) return yield* speak(words, interval)
  // Usually passes with the tool, which adds no text; the last speaker of the hold passes in words.
  const inWords = phase === 'hold' && circle.isLastRound && left.length === 0
  if (!inWords && tools.has('pass_piece')) {
    const to = mark === '>>' && left.length > 1 ? { to: askedBy(circle) } : {}
    const { failed } = yield* call('pass_piece', to)
    if (!failed) return yield* speak(words, interval)
  }
  yield* speak(`${words}\n\nPASS`, interval)
}

/** For decisions: agrees, or ranks the options, starting with a different one per seat. */
function answerOf({ asks, self }: Circle): string {
  if (asks === null || typeof asks === 'string') return 'I can live with that.\n\nAGREE'
  const all = Array.from({ length: asks.options }, (_, at) => ((at + self.number - 1) % asks.options) + 1)
  return `I have weighed them.\n\nVOTE: ${all.join(' > ')}`
}

/** Slower than elsewhere, so that users can follow, but well within a beat. */
function* speak(text: string, interval: number): Play {
  yield sayStep(text, Math.min(text.split(/\s+/).length * 90, 7000, interval * 500))
}

/** A minimal statement, for tests of the procedure. */
function brief(circle: Circle): string {
  const { phase, round } = circle
  const place = `For ${phase} ${round}`
  const on = proposalIn(circle)
  if (phase !== 'exhale') return `${place}: I have one sentence, and this is it.`
  if (on !== null) return `${place} I go along with ${on.name}’s proposal.`
  return round === 1
    ? `${marks.proposal}we begin, and look at it together.`
    : `${place} I stay with my proposal.`
}

function* speechOf(circle: Circle, tools: ReadonlySet<string>): Play<string> {
  const { phase, round, self } = circle
  const scene = sceneOf(circle)
  const at = voiceAt(circle)
  const voice = voices[at]
  if (phase === 'exhale') return filled(circle, exhale(circle, scene, voice))
  const first = phase === 'inhale' ? scene.inhale : scene.hold
  const own = round === 1 ? first[at] : voice?.[phase === 'inhale' ? 'inhale' : 'hold'][round - 2]
  const line =
    own ?? (voice === undefined ? chorus[(self.number + round) % chorus.length] : undefined) ?? silent
  if (phase === 'hold') return [...answersTo(circle), filled(circle, line)].join(' ')
  const canLook = scene.looks && round === 1 && tools.has('Read') && (tools.has('Bash') || tools.has('Glob'))
  const look = canLook ? (voice?.look ?? null) : null
  if (look !== null) yield* playWords('I look before I speak.')
  const found = look === null ? '' : yield* findFor(look)
  return [round === 1 ? fromSeat(circle) : '', found, filled(circle, line)].filter(Boolean).join(' ')
}

function exhale(circle: Circle, scene: Scene, voice: Voice | undefined): string {
  const { round, isLastRound, heard } = circle
  const on = proposalIn(circle)
  if (voice === undefined) return round === 1 && on !== null ? chorusJoins : silent
  if (round > 2) return silent
  if (round === 2) return `${voice.takes} ${voice.open}`
  const end = isLastRound ? ` ${voice.takes}` : ''
  if (on !== null) return voice.joins + end
  const names = [...new Set(heard.map(({ name }) => name))].slice(-2)
  const [withFile, without] = scene.proposal
  const proposal = fileIn(heard) === null ? without : withFile
  return `I have taken in what ${names.join(' and ')} said. ${marks.proposal}${proposal}.${isLastRound ? ` ${voice.open}` : ''}`
}

/** One more thought at a beat, closing words at the final one. */
function secondThought(circle: Circle, kind: CircleCall['kind']): string {
  const voice = voices[voiceAt(circle)]
  const isFinal = kind === 'final'
  if (circle.phase === 'exhale') return (isFinal ? voice?.takes : voice?.open) ?? 'That is all from me.'
  return `One thing more. ${voice?.inhale.at(isFinal ? 0 : -1) ?? 'I would like to hear the others.'}`
}

/** By the topic, else by the question. */
function sceneOf(circle: Circle): Scene {
  const fits = (words: string) => scenes.slice(0, -1).find((scene) => scene.fits.test(words.trim()))
  const found = fits(circle.topic) ?? fits(plainQuestion(circle)) ?? scenes.at(-1)
  if (found === undefined) throw new Error('There is no scene.')
  return found
}

/** Assigns each seat a different voice: by role, else name, else position. */
function voiceAt({ seats, self }: Circle): number {
  const agents = seats.filter(({ isUser }) => !isUser)
  const places = new Map<number, number>()
  const place = (seat: Seat, at: number): void => {
    if (at >= 0 && !places.has(seat.number) && ![...places.values()].includes(at)) places.set(seat.number, at)
  }
  for (const by of ['role', 'name'] as const)
    for (const seat of agents)
      place(
        seat,
        voices.findIndex(({ who }) => who.test(seat[by])),
      )
  for (const seat of agents)
    place(
      seat,
      voices.findIndex((_, at) => ![...places.values()].includes(at)),
    )
  return places.get(self.number) ?? voices.length
}

/** Introduces the seat by its role, such as `finds out what is known` or `the grumpy one`. */
function fromSeat({ self: { role, number } }: Circle): string {
  const words = role.replace(/[.!?]+$/, '')
  if (words === '' || words.length > 60) return ''
  const isDoing = /^(?:would|will|can|should|must|\w*[a-rt-z]s)\b/i.test(words)
  if (!isDoing) return `My part here: ${words}.`
  return `${['I sit here as the one who', 'I am the one who', 'I speak as the one who'][number % 3] ?? ''} ${words}.`
}

/** Fills the placeholders of a line; without a quotable sentence drops the quote. */
function filled(circle: Circle, line: string): string {
  const last = lastOf(circle, (one) => !line.includes('{quote}') || quoteOf(one, circle, line) !== null)
  const quote = last === null ? null : quoteOf(last, circle, line)
  const topic =
    circle.topic.length > 70 || /^(?:check-in|decide|review),/i.test(circle.topic)
      ? 'it'
      : `“${circle.topic.replace(/["“”]/g, '')}”`
  const gaps: Readonly<Record<string, string | undefined>> = {
    topic,
    last: last?.name ?? 'the last of us',
    asked: askedBy(circle),
    proposer: proposalIn(circle)?.name,
    quote: quote ?? undefined,
    file: fileIn(circle.heard) ?? undefined,
  }
  const said = quote === null ? line.replace('{last} says: “{quote}.”', 'I have heard {last}.') : line
  return said
    .replace(/\{(\w+)\}/g, (gap, name: string) => gaps[name] ?? gap)
    .replace(/^\p{Ll}/u, (one) => one.toUpperCase())
}

/** Returns the last other speaker, preferably one that fits. */
function lastOf({ heard, self }: Circle, fits: (one: Spoken) => boolean = () => true): Spoken | null {
  const others = heard.filter(({ name, words }) => name !== self.name && words.length > 30)
  return others.findLast(fits) ?? others.at(-1) ?? null
}

const askedBy = (circle: Circle): string => circle.left.at(-1) ?? lastOf(circle)?.name ?? 'Somebody'

/**
 * Returns a short sentence that nobody has quoted yet, without its period. A disputing line does not quote
 * what was read in files.
 */
function quoteOf({ words }: Spoken, { heard, own }: Circle, line: string): string | null {
  const disputes = /disagree|otherwise|not so sure/.test(line)
  const said = [...heard.map((other) => other.words), ...own]
  const fit = sentencesOf(words).filter(
    (one) =>
      one.length > 20 &&
      one.length <= 130 &&
      !(disputes && one.includes('`')) &&
      !/[?“”"]|^(?:I (?:sit|am|speak|take|agree|disagree|see it)|That|Then|Good|My part|What stays|An hour for)\b/.test(
        one,
      ) &&
      !said.some((other) => other.includes(`“${one.slice(0, -1)}`)),
  )
  return (fit.find((one) => one.includes('`')) ?? fit.at(-1))?.replace(/[.!]$/, '') ?? null
}

/** Answers questions put to this seat by name since it last had the piece. */
function answersTo({ heard, answered, self }: Circle): readonly string[] {
  const asked = heard.slice(answered).flatMap(({ name, words }) =>
    sentencesOf(words)
      .filter((one) => one.startsWith(`${self.name}, `) && one.endsWith('?'))
      .map((one) => ({ name, words: one.slice(self.name.length + 2, -1) })),
  )
  return asked
    .slice(-2)
    .map(({ name, words }) => `${name} asks: ${clip(words, 100)}? ${replies[words] ?? usualReply}`)
}

/** Returns the last proposal. */
const proposalIn = ({ heard }: Circle): Spoken | null =>
  heard.findLast(({ words }) => words.includes(marks.proposal)) ?? null

/** Returns the source file, in backticks, that somebody called untested. */
function fileIn(heard: readonly Spoken[]): string | null {
  const found = heard.flatMap(({ words }) => / ha(?:s|ve) no test: (`[^`]+`)/.exec(words)?.[1] ?? [])
  return found[0] ?? null
}
