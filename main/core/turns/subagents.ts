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

/** Subagents of one agent that may still say something; the one that was silent for longest is dropped. */
const mostSubagents = 200

/** A row was written: a call may start a subagent, and its result ends it, unless that runs on beside the turn. */
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
 * Keeps a block of a subagent in a log of its own. It is nothing that the agent said: neither the turn nor the agent's
 * last words change, and nothing crosses a link. `at`: when it was said, where that was before.
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
  // The result of a tool that was cut may come after the end; anything else means that it was asked again.
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

/** Writes what a subagent has done into the row of its call; one whose program reports nothing shows nothing. */
function keep(step: Step, id: AgentId, { entry, use, rows }: Subagent): void {
  const isSilent = rows === 0 && use.tokens === 0
  const { tools, tokens, end } = entry.subagent ?? {}
  const isSame = tools === use.tools && tokens === use.tokens && end === use.end
  const row = isSilent || isSame ? entry : step.row({ ...entry, subagent: use })
  const others = step.get(id).subagents.filter((one) => one.entry.call !== entry.call)
  const next = isSilent && use.end !== null ? others : [...others, { entry: row, use, rows }]
  step.set(id, { subagents: next.slice(-mostSubagents) })
}
