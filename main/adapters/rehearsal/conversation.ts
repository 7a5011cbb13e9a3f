import type {
  ContentBlockParam,
  MessageParam,
  ToolResultBlockParam,
} from '@anthropic-ai/sdk/resources/messages'
import {
  foldedWords,
  isCutOff,
  isInterrupt,
  isOfOthers,
  isPlaceholder,
  isReminder,
  spokenWords,
  taskEnded,
} from './cli-words.ts'
import type { Result } from './play.ts'
import { readPrompt, type Part } from './prompt.ts'
import { parseSteps } from './script.ts'

/** Where a conversation stands: what was asked in the turn that is open now, and how far its script is. */
export interface Turn {
  /** The prompts of the turn: those that began it, then, per tool result, those that were folded in there. */
  prompts: string[][]
  /** How many steps of the script are behind us. */
  done: number
  /** The last tool call of the turn and what came back. */
  result: (Result & { tool: string }) | null
  /** What the calls gave, by the number of steps that were behind each. */
  results: ReadonlyMap<number, Result>
  /** The last turn that was stopped before its end, for whoever says that it should go on. */
  stopped: Turn | null
}

/** An id for a tool call, unique through `unique`, that carries how many steps are done with it. */
export function callId(done: number, unique: string): string {
  return `toolu_rehearsal_${done}_${unique}`
}

/** Whether the answer that ended a turn is less than was to be said: other words came instead of the rest. */
export type IsCut = (turn: Turn, said: string) => boolean

/** Everything that was put before the agent, and what it said, in order. */
export function partsOf(messages: readonly MessageParam[]): readonly Part[] {
  return speakers(messages).flatMap(({ role, blocks }) =>
    blocks.flatMap((block): readonly Part[] => {
      if (role !== 'assistant') return heardIn(role, block).flatMap(readPrompt)
      return block.type === 'text' ? [{ kind: 'own', words: block.text }] : []
    }),
  )
}

/** Reads the open turn off the messages alone: a turn begins after an answer that called no tool. */
export function readTurn(messages: readonly MessageParam[], isCut: IsCut): Turn {
  const turn = readMessages(messages, () => false)
  // Only who goes on needs to know what was cut.
  return isResumed(turn) ? takeUp(readMessages(messages, isCut)) : turn
}

function readMessages(messages: readonly MessageParam[], isCut: IsCut): Turn {
  let turn = newTurn(null)
  let tool = ''
  for (const { role, blocks } of speakers(messages)) {
    if (role === 'system') {
      turn.prompts.at(-1)?.push(...blocks.flatMap((block) => heardIn(role, block)))
    } else if (role === 'user') {
      for (const block of blocks) turn = hear(turn, block, tool)
    } else {
      const calls = blocks.filter((block) => block.type === 'tool_use')
      turn = calls.length > 0 ? goOn(turn, calls) : end(turn, blocks, isCut)
      tool = calls.at(-1)?.name ?? tool
    }
  }
  return turn
}

/** Whether a turn was begun by the word to go on, and by nothing else. */
function isResumed({ prompts: [first = []] }: Turn): boolean {
  const parts = first.flatMap(readPrompt)
  const [part] = parts
  const words = part?.kind === 'letter' || part?.kind === 'words' ? part.words : ''
  return parts.length === 1 && /\b(go on|continue)\b/i.test(words) && parseSteps(words).length === 0
}

/** "Go on" takes up the script that was stopped, where it was; any other prompt begins anew. */
function takeUp(turn: Turn): Turn {
  if (turn.stopped === null || !isResumed(turn)) return turn
  const { prompts, done, results, stopped } = turn.stopped
  return {
    ...turn,
    prompts: [...prompts, ...turn.prompts.slice(1)],
    done: Math.max(done, turn.done),
    results: new Map([...results, ...turn.results]),
    stopped,
  }
}

function goOn(turn: Turn, calls: { id: string }[]): Turn {
  const done = Math.max(turn.done, ...calls.map((call) => stepsDone(call.id)))
  return { ...turn, done, prompts: [...turn.prompts, []] }
}

function end(turn: Turn, answer: ContentBlockParam[], isCut: IsCut): Turn {
  const text = answer.map((block) => (block.type === 'text' ? block.text : '')).join('')
  const whole = takeUp(turn)
  return isPlaceholder(text) || isCut(whole, text) ? stop(turn) : newTurn(whole.stopped)
}

function newTurn(stopped: Turn | null): Turn {
  return { prompts: [[]], done: 0, result: null, results: new Map(), stopped }
}

/** What was stopped is left aside: the next prompt begins something new. */
function stop(turn: Turn): Turn {
  const isEmpty = turn.prompts.every((prompts) => prompts.length === 0)
  return newTurn(isEmpty ? turn.stopped : takeUp(turn))
}

function hear(turn: Turn, block: ContentBlockParam, tool: string): Turn {
  if (block.type === 'tool_result') {
    const text = resultText(block)
    const failed = block.is_error === true
    if (failed && isCutOff(text)) return stop(turn)
    const results = new Map(turn.results).set(stepsDone(block.tool_use_id), { text, failed })
    return { ...turn, result: { tool, text, failed }, results }
  }
  if (block.type !== 'text') return turn
  if (isInterrupt(block.text)) return stop(turn)
  const heard = heardIn('user', block)
  const next = heard.length > 0 && isInstead(turn, block.text) ? stop(turn) : turn
  next.prompts.at(-1)?.push(...heard)
  return next
}

/**
 * Whether a prompt came in the place of an answer that was cut off before its first word. Others' words stand
 * before the person's where they were put there for them, and never behind.
 */
function isInstead({ prompts, done }: Turn, text: string): boolean {
  if (isReminder(text)) return false
  return done > 0 || (isOfOthers(text) && prompts.some((said) => said.length > 0))
}

/** The prompts in a block of somebody who is not the model. */
function heardIn(role: MessageParam['role'], block: ContentBlockParam): readonly string[] {
  if (block.type !== 'text') return []
  if (role === 'system') return foldedWords(block.text)
  if (isInterrupt(block.text)) return []
  const words = spokenWords(block.text) || taskEnded(block.text)
  if (words !== null) return [words]
  return isReminder(block.text) ? foldedWords(block.text) : []
}

function stepsDone(id: string): number {
  return Number(/^toolu_rehearsal_(\d+)_/.exec(id)?.[1] ?? 0)
}

function resultText({ content }: ToolResultBlockParam): string {
  if (content === undefined || typeof content === 'string') return content ?? ''
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}

/** Neighbouring messages of one role as one: the CLI splits an answer when it likes. */
function speakers(
  messages: readonly MessageParam[],
): { role: MessageParam['role']; blocks: ContentBlockParam[] }[] {
  const merged: { role: MessageParam['role']; blocks: ContentBlockParam[] }[] = []
  for (const { role, content } of messages) {
    const blocks = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content
    const last = merged.at(-1)
    if (last?.role === role) last.blocks.push(...blocks)
    else merged.push({ role, blocks: [...blocks] })
  }
  return merged
}
