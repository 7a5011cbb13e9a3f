import {
  mostSubagentRows,
  subagentLog,
  type SubagentUse,
  type Within,
} from '../../contract/agents/subagents.ts'
import type { AgentId, CallEnd, Entry } from '../../contract/api/model.ts'
import type { Block } from '../step/events.ts'
import type { Subagent } from '../step/state.ts'
import { usualEntry, type Step } from '../step/step.ts'
import { blockEntry } from './block-entry.ts'

/** Cap per agent; the longest silent one is dropped. */
const mostSubagents = 200

/** A call may start a subagent; its result ends it, unless it continues in the background. */
export function noteSubagent(step: Step, id: AgentId, entry: Entry): void {
  const { kind, tool, call, end } = entry
  if (call === null) return
  if (kind === 'tool' && tool?.kind === 'subagent')
    return keep(step, id, { entry, use: { tools: 0, tokens: 0, end: null }, rows: 0 })
  const known = subagentOf(step, id, call)
  if (known?.use.end === null && kind === 'result' && end !== undefined && end !== 'launched')
    keep(step, id, { ...known, use: { ...known.use, end: endOf(end) } })
}

/**
 * Stores a subagent's block in its own log. It doesn't count as the agent's text: it changes neither the turn
 * nor the last line, and crosses no link. `at`: when it was said, if earlier.
 */
export function recordSubagentBlock(
  step: Step,
  id: AgentId,
  block: Block,
  { call, tokens }: Within,
  at = step.now,
): void {
  const known = subagentOf(step, id, call)
  if (!known) return
  const { entry, rows } = known
  // The result of a cut tool call may come after the end; anything else means that the subagent was resumed.
  const end = block.kind === 'result' ? known.use.end : null
  const use = { ...known.use, end, tokens: Math.max(tokens, known.use.tokens) }
  if (block.kind === 'result' && block.call === call)
    return keep(step, id, { ...known, use: { ...use, end: endOf(block.end) } })
  const tools = use.tools + (block.kind === 'tool' ? 1 : 0)
  keep(step, id, { entry, use: { ...use, tools }, rows: rows + 1 })
  if (rows >= mostSubagentRows) return
  const row = {
    agent: subagentLog(id, call),
    n: rows + 1,
    turn: entry.turn,
    ...usualEntry,
    ...blockEntry(step.get(id), block),
    author: { kind: 'system' } as const,
    authorName: `${step.get(id).agent.name}'s subagent`,
    within: entry.within ?? entry.n,
    at,
  }
  noteSubagent(step, id, step.row(row))
}

const subagentOf = (step: Step, id: AgentId, call: string): Subagent | undefined =>
  step.get(id).subagents.find(({ entry }) => entry.call === call)

const endOf = (end: CallEnd): SubagentUse['end'] => (end === 'done' || end === 'failed' ? end : 'stopped')

/** Updates the row of the subagent's call; without any report it shows nothing. */
function keep(step: Step, id: AgentId, { entry, use, rows }: Subagent): void {
  const isSilent = rows === 0 && use.tokens === 0
  const { tools, tokens, end } = entry.subagent ?? {}
  const isSame = tools === use.tools && tokens === use.tokens && end === use.end
  const row = isSilent || isSame ? entry : step.row({ ...entry, subagent: use })
  const others = step.get(id).subagents.filter((one) => one.entry.call !== entry.call)
  const next = isSilent && use.end !== null ? others : [...others, { entry: row, use, rows }]
  step.set(id, { subagents: next.slice(-mostSubagents) })
}
