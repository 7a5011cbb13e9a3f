import type { ConversationItem, TalkPrompt } from './asked.ts'
import type { Result } from './play.ts'
import { readPrompt, type PromptPart } from './prompt.ts'
import { parseSteps } from './script.ts'

/** The open turn: its prompts and how far its script has run. */
export interface Turn {
  /** First the prompts that started the turn, then per tool result those steered in after it. */
  prompts: string[][]
  /** Number of steps already done. */
  done: number
  /** The last tool call and its result. */
  result: (Result & { tool: string }) | null
  /** By the number of steps done before each call. */
  results: ReadonlyMap<number, Result>
  /** The last turn that was interrupted, which "go on" resumes. */
  stopped: Turn | null
  /** Whether it resumes an interrupted turn. */
  isResumed: boolean
}

/**
 * Returns a unique tool call id that encodes the number of steps done after it; null for a call that is no
 * step.
 */
export function callId(done: number | null, unique: string): string {
  return `toolu_rehearsal_${done ?? 'aside'}_${unique}`
}

/** Whether the text that ended a turn is shorter than its script. */
type IsCut = (turn: Turn, said: string) => boolean

/** All prompts and the agent's own text, in order. */
export function talkParts(talk: readonly ConversationItem[]): readonly PromptPart[] {
  return talk.flatMap((entry): readonly PromptPart[] => {
    if (entry.kind === 'prompt') return readPrompt(entry.words)
    return entry.kind === 'said' && entry.words !== '' ? [{ kind: 'own', words: entry.words }] : []
  })
}

/** Derives the open turn from the conversation alone; a turn starts after an answer without a tool call. */
export function readTurn(talk: readonly ConversationItem[], isCut: IsCut): Turn {
  const turn = readEntries(talk, () => false)
  // Only a resumed turn depends on what was cut off.
  return isResumed(turn) ? takeUp(readEntries(talk, isCut)) : turn
}

function readEntries(talk: readonly ConversationItem[], isCut: IsCut): Turn {
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

/** Whether the turn was started only by "go on" or "continue". */
function isResumed({ prompts: [first = []] }: Turn): boolean {
  const parts = first.flatMap(readPrompt)
  const [part] = parts
  const words = part?.kind === 'letter' || part?.kind === 'words' ? part.words : ''
  return parts.length === 1 && /\b(go on|continue)\b/i.test(words) && parseSteps(words).length === 0
}

/** Continues the interrupted script where it stopped. */
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

/** Sets the open turn aside as interrupted. */
function stop(turn: Turn): Turn {
  const isEmpty = turn.prompts.every((prompts) => prompts.length === 0)
  return newTurn(isEmpty ? turn.stopped : takeUp(turn))
}

function hear(turn: Turn, entry: Exclude<ConversationItem, { kind: 'said' | 'called' }>, tool: string): Turn {
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

/** Whether a prompt replaced an answer that was cut off before its first word. */
function isInstead({ prompts, done }: Turn, { instead }: TalkPrompt): boolean {
  if (instead === 'never') return false
  return done > 0 || (instead === 'behind anything' && prompts.some((said) => said.length > 0))
}

/** Whether the open turn was scripted to fail; the next prompt starts a new one. */
function hasFailed({ prompts }: Turn): boolean {
  return prompts.flat().some((words) => parseSteps(words).some((step) => step.do === 'fail'))
}

function stepsDone(id: string): number {
  return Number(/^toolu_rehearsal_(\d+)_/.exec(id)?.[1] ?? 0)
}
