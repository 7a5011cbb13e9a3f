import type {
  ContentBlockParam,
  MessageParam,
  ToolResultBlockParam,
} from '@anthropic-ai/sdk/resources/messages'

/** Where a conversation stands: what was asked in the turn that is open now, and how far its script is. */
export interface Turn {
  /** The prompts of the turn: those that began it, then, per tool result, those that were folded in there. */
  prompts: string[][]
  /** How many steps of the script are behind us. */
  done: number
  /** The last tool call of the turn and what came back. */
  result: { tool: string; text: string; failed: boolean } | null
}

const STEP_ID = /^toolu_rehearsal_(\d+)_/

/** An id for a tool call, unique through `unique`, that carries how many steps are done with it. */
export function callId(done: number, unique: string): string {
  return `toolu_rehearsal_${done}_${unique}`
}

/** Reads the open turn off the messages alone: a turn begins after an answer that called no tool. */
export function readTurn(messages: readonly MessageParam[]): Turn {
  let turn = emptyTurn()
  let tool = ''
  for (const { role, blocks } of speakers(messages)) {
    if (role === 'assistant') {
      const calls = blocks.filter((block) => block.type === 'tool_use')
      if (calls.length === 0) turn = emptyTurn()
      else turn = { ...turn, done: Math.max(turn.done, ...calls.map((call) => stepsDone(call.id))) }
      if (calls.length > 0) turn.prompts.push([])
      tool = calls.at(-1)?.name ?? tool
    } else {
      for (const block of blocks) turn = hear(turn, block, tool)
    }
  }
  return turn
}

/** The words of a user block that somebody wrote: without reminders and markings of the CLI's own. */
export function spokenWords(text: string): string {
  return text
    .replace(/^<(system-reminder|local-command-\w+|command-\w+)>[\s\S]*?<\/\1>[ \t]*$/gm, '')
    .replace(/^\[MESSAGE FROM NON-USER SOURCE - NOT USER INPUT\][ \t]*$/gm, '')
    .trim()
}

function emptyTurn(): Turn {
  return { prompts: [[]], done: 0, result: null }
}

function hear(turn: Turn, block: ContentBlockParam, tool: string): Turn {
  if (block.type === 'tool_result') {
    return { ...turn, result: { tool, text: resultText(block), failed: block.is_error === true } }
  }
  if (block.type !== 'text') return turn
  const words = spokenWords(block.text)
  // What was stopped by hand is not taken up again.
  if (words.startsWith('[Request interrupted by user')) return emptyTurn()
  if (words !== '') turn.prompts.at(-1)?.push(words)
  return turn
}

function stepsDone(id: string): number {
  return Number(STEP_ID.exec(id)?.[1] ?? 0)
}

function resultText({ content }: ToolResultBlockParam): string {
  if (content === undefined || typeof content === 'string') return content ?? ''
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}

/** Neighbouring messages of one role as one; what the CLI itself adds as `system` is nobody's words. */
function speakers(
  messages: readonly MessageParam[],
): { role: 'user' | 'assistant'; blocks: ContentBlockParam[] }[] {
  const merged: { role: 'user' | 'assistant'; blocks: ContentBlockParam[] }[] = []
  for (const { role, content } of messages) {
    if (role === 'system') continue
    const blocks = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content
    const last = merged.at(-1)
    if (last?.role === role) last.blocks.push(...blocks)
    else merged.push({ role, blocks: [...blocks] })
  }
  return merged
}
