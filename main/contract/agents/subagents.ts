import type { AgentId } from '../api/model.ts'
import { tokenWords } from '../budget/budget-words.ts'

/** What a subagent has done so far, kept in its call's row. */
export interface SubagentUse {
  /** Number of tool calls. */
  readonly tools: number
  /** As counted by its program; already part of the turn's total. */
  readonly tokens: number
  /** Null: no end was reported. */
  readonly end: 'done' | 'failed' | 'stopped' | null
}

/** The subagent's call that a block belongs to, and the subagent's tokens so far. */
export interface Within {
  readonly call: string
  readonly tokens: number
}

/** `4 tool calls · 12.3k tokens`, without zero counts. */
export function subagentWords({ tools, tokens }: SubagentUse): string {
  const called = tools === 0 ? [] : [tools === 1 ? '1 tool call' : `${String(tools)} tool calls`]
  return [...called, ...(tokens === 0 ? [] : [tokenWords(tokens)])].join(' · ')
}

/** Deepest nesting of subagents that is imported and exported. */
export const deepestSubagent = 5

/** Rows kept of one subagent; later ones are only counted. */
export const mostSubagentRows = 1_000

/**
 * Id of a subagent's log, separate from its agent's transcript so that its text is not taken for the agent's.
 */
export const subagentLog = (agent: AgentId, call: string): AgentId => `${agent}/${call}`

/** The agent that a log belongs to, also for its subagents' logs. */
export const ownerOf = (log: AgentId): AgentId => log.split('/', 1)[0] as AgentId

export const isSubagentLog = (log: AgentId): boolean => log.includes('/')
