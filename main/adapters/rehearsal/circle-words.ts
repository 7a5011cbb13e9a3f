import { BEAT } from './letters.ts'

/** What a gathering puts before one of its members, piece by piece, as it stands in a prompt. */
export type CircleWords =
  | { readonly kind: 'seed'; readonly topic: string; readonly lines: readonly string[] }
  | { readonly kind: 'heard'; readonly name: string; readonly number: number; readonly words: string }
  | { readonly kind: 'phase'; readonly phase: PhaseName; readonly round: number }
  | { readonly kind: 'news'; readonly words: string }
  | { readonly kind: 'call'; readonly call: CircleCall }
  /** Anything else, as it was. */
  | { readonly kind: 'other'; readonly words: string }

/** The three phases of a gathering. */
export type PhaseName = 'inhale' | 'hold' | 'exhale'

/** What a member is asked to do now. `text` is the whole of it. */
export type CircleCall =
  | { readonly kind: 'grant'; readonly turn: string; readonly text: string }
  | { readonly kind: 'beat' | 'final'; readonly beat: number; readonly text: string }
  | { readonly kind: 'harvest'; readonly text: string }

const SEAT = /^(.{1,200}) \((\d{1,2})\):$/
const FROM = /^\[From (?:agent ".+?"|[^\]"]+)\](:?)/
const CALL = /^\[(?:Piece: turn (grt-[\w-]+)|Beat (\d+)\/(\d+)|Harvest: )/
const NOTICE = /^\[A peer wrote/
const PHASE = /^(Inhale|Hold|Exhale)(?: begins|, round (\d+) of \d+, begins)/
const NEWS =
  /^(?:The piece is now with .+ \(\d+\)\.|.{1,200} \(\d+\) (?:is passed over|passes|keeps silence)|The gathering ")/

/** The pieces of a prompt, in order. */
export function readCircleWords(prompt: string): readonly CircleWords[] {
  const found: CircleWords[] = []
  let block: string[] = []
  const close = (): void => {
    const words = block.join('\n').trim()
    if (words !== '') found.push(sort(words))
    block = []
  }
  const lines = prompt.split('\n')
  for (const [at, line] of lines.entries()) {
    if (isCallAt(block, line)) {
      close()
      return [...found, { kind: 'call', call: callOf(lines.slice(at).join('\n').trim()) }]
    }
    const isFirst = at === 0 || lines[at - 1] === ''
    const begins =
      isFirst &&
      (FROM.test(line) || NOTICE.test(line) || BEAT.test(line) || (SEAT.test(line) && lines[at + 1] === ''))
    if (begins) close()
    block.push(line)
  }
  close()
  return found
}

/** What in a prompt is not of a gathering; empty where all of it is. */
export function withoutCircle(prompt: string): string {
  const words = readCircleWords(prompt)
  if (words.every(({ kind }) => kind === 'other')) return prompt
  const others = words.flatMap((one) => (one.kind === 'other' ? [one.words] : []))
  return others.every((one) => NOTICE.test(one)) ? '' : others.join('\n\n')
}

/** What a gathering asks in these prompts, the newest, or null. */
export function callIn(prompts: readonly string[]): CircleCall | null {
  const calls = prompts.flatMap(readCircleWords).flatMap((one) => (one.kind === 'call' ? [one.call] : []))
  return calls.at(-1) ?? null
}

/** What others said never holds one: such lines of theirs have a backslash. */
function isCallAt(block: readonly string[], line: string): boolean {
  return CALL.test(line) && (block.length === 0 || block.at(-1) === '')
}

function callOf(text: string): CircleCall {
  const [, turn, beat, beats] = CALL.exec(text) ?? []
  if (turn !== undefined) return { kind: 'grant', turn, text }
  if (beat === undefined) return { kind: 'harvest', text }
  return { kind: beat === beats ? 'final' : 'beat', beat: Number(beat), text }
}

function sort(words: string): CircleWords {
  const [first = '', ...rest] = words.split('\n')
  const [, name, number] = SEAT.exec(first) ?? []
  if (name !== undefined)
    return { kind: 'heard', name, number: Number(number), words: plain(rest.join('\n')) }
  if (first !== '[From Janus]:') return { kind: 'other', words }
  const [, topic] = /^\\?\[Gathering: (.*)\]$/.exec(rest[0] ?? '') ?? []
  if (topic !== undefined) return { kind: 'seed', topic, lines: rest.slice(1).map(bare) }
  const told = rest.join('\n')
  const [, phase, round] = PHASE.exec(told) ?? []
  if (phase !== undefined)
    return { kind: 'phase', phase: phase.toLowerCase() as PhaseName, round: Number(round ?? 1) }
  // Whoever has proposed it is told of its end with the harvest, and uses it.
  const isOurs = NEWS.test(told) && !/\n\n(?:Its harvest:|There is no harvest\.)/.test(told)
  return isOurs ? { kind: 'news', words: told } : { kind: 'other', words }
}

function plain(words: string): string {
  return words.trim().split('\n').map(bare).join('\n')
}

const bare = (line: string): string => line.replace(/^\\/, '')
