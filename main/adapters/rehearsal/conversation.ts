import type { TalkItem, TalkPrompt } from './asked.ts'
import type { Result } from './play.ts'
import { readPrompt, type PromptPart } from './prompt.ts'
import { parseSteps } from './script.ts'

/** Where a conversation stands: what was asked in the turn that is open now, and how far its script is. */
export interface Turn {
  /** The prompts of the turn: those that began it, then, per tool result, those that were steered in there. */
  prompts: string[][]
  /** How many steps of the script are behind us. */
  done: number
  /** The last tool call of the turn and what came back. */
  result: (Result & { tool: string }) | null
  /** What the calls gave, by the number of steps that were behind each. */
  results: ReadonlyMap<number, Result>
  /** The last turn that was stopped before its end, for anyone who says that it should go on. */
  stopped: Turn | null
  /** It takes up what was stopped. */
  isResumed: boolean
}

/** An id for a tool call, unique through `unique`, that carries how many steps are done with it; null: it is no step. */
export function callId(done: number | null, unique: string): string {
  return `toolu_rehearsal_${done ?? 'aside'}_${unique}`
}

/** Whether the answer that ended a turn is less than was to be said: other words came instead of the rest. */
type IsCut = (turn: Turn, said: string) => boolean

/** Everything that was put before the agent, and what it said, in order. */
export function talkParts(talk: readonly TalkItem[]): readonly PromptPart[] {
  return talk.flatMap((entry): readonly PromptPart[] => {
    if (entry.kind === 'prompt') return readPrompt(entry.words)
    return entry.kind === 'said' && entry.words !== '' ? [{ kind: 'own', words: entry.words }] : []
  })
}

/** Reads the open turn off the conversation alone: a turn begins after an answer that called no tool. */
export function readTurn(talk: readonly TalkItem[], isCut: IsCut): Turn {
  const turn = readEntries(talk, () => false)
  // Only who goes on needs to know what was cut.
  return isResumed(turn) ? takeUp(readEntries(talk, isCut)) : turn
}

function readEntries(talk: readonly TalkItem[], isCut: IsCut): Turn {
  let turn = newTurn(null)
  let tool = ''
  let said: string[] | null = null
  let calls: { id: string; tool: string }[] = []
  const answered = (): void => {
    if (calls.length > 0) turn = goOn(turn, calls)
    else if (said !== null) turn = end(turn, said.join(''), isCut)
    tool = calls.at(-1)?.tool ?? tool
    said = null
    calls = []
  }
  for (const entry of talk) {
    if (entry.kind === 'said') said = [...(said ?? []), entry.words]
    else if (entry.kind === 'called') calls.push(entry)
    else {
      answered()
      turn = hear(turn, entry, tool)
    }
  }
  answered()
  return turn
}

/** Whether a turn was begun by the word to go on, and by nothing else. */
function isResumed({ prompts: [first = []] }: Turn): boolean {
  const parts = first.flatMap(readPrompt)
  const [part] = parts
  const words = part?.kind === 'letter' || part?.kind === 'words' ? part.words : ''
  return parts.length === 1 && /\b(go on|continue)\b/i.test(words) && parseSteps(words).length === 0
}

/** "Go on" takes up the script that was stopped, where it was; any other prompt begins again. */
function takeUp(turn: Turn): Turn {
  if (turn.stopped === null || !isResumed(turn)) return turn
  const { prompts, done, results, stopped } = turn.stopped
  return {
    ...turn,
    prompts: [...prompts, ...turn.prompts.slice(1)],
    done: Math.max(done, turn.done),
    results: new Map([...results, ...turn.results]),
    stopped,
    isResumed: true,
  }
}

function goOn(turn: Turn, calls: { id: string }[]): Turn {
  const done = Math.max(turn.done, ...calls.map((call) => stepsDone(call.id)))
  return { ...turn, done, prompts: [...turn.prompts, []] }
}

function end(turn: Turn, said: string, isCut: IsCut): Turn {
  const whole = takeUp(turn)
  return isCut(whole, said) ? stop(turn) : newTurn(whole.stopped)
}

function newTurn(stopped: Turn | null): Turn {
  return { prompts: [[]], done: 0, result: null, results: new Map(), stopped, isResumed: false }
}

/** What was stopped is left aside: the next prompt begins something new. */
function stop(turn: Turn): Turn {
  const isEmpty = turn.prompts.every((prompts) => prompts.length === 0)
  return newTurn(isEmpty ? turn.stopped : takeUp(turn))
}

function hear(turn: Turn, entry: Exclude<TalkItem, { kind: 'said' | 'called' }>, tool: string): Turn {
  if (entry.kind === 'stopped') return stop(turn)
  if (entry.kind === 'result') {
    const { text, failed } = entry
    const results = new Map(turn.results).set(stepsDone(entry.id), { text, failed })
    return { ...turn, result: { tool, text, failed }, results }
  }
  const next = isInstead(turn, entry) || hasFailed(turn) ? stop(turn) : turn
  next.prompts.at(-1)?.push(entry.words)
  return next
}

/** Whether a prompt came in the place of an answer that was cut off before its first word. */
function isInstead({ prompts, done }: Turn, { instead }: TalkPrompt): boolean {
  if (instead === 'never') return false
  return done > 0 || (instead === 'behind anything' && prompts.some((said) => said.length > 0))
}

/** Whether the open turn was to end without an answer: the next prompt is not to fail with it. */
function hasFailed({ prompts }: Turn): boolean {
  return prompts.flat().some((words) => parseSteps(words).some((step) => step.do === 'fail'))
}

function stepsDone(id: string): number {
  return Number(/^toolu_rehearsal_(\d+)_/.exec(id)?.[1] ?? 0)
}
