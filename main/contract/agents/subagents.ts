import type { AgentId } from '../api/model.ts'
import { tokenWords } from '../budget/budget-words.ts'

/** What a subagent has done so far; its call's row keeps it. */
export interface SubagentUse {
  /** Calls of tools. */
  readonly tools: number
  /** As its program counts them for it; they are in the turn's sum already. */
  readonly tokens: number
  /** Null: no end was reported. */
  readonly end: 'done' | 'failed' | 'stopped' | null
}

/** To which call of a subagent a block belongs, and how many tokens that subagent has used by then. */
export interface Within {
  readonly call: string
  readonly tokens: number
}

/** `4 tool calls · 12.3k tokens`; without what there is none of. */
export function subagentWords({ tools, tokens }: SubagentUse): string {
  const called = tools === 0 ? [] : [tools === 1 ? '1 tool call' : `${String(tools)} tool calls`]
  return [...called, ...(tokens === 0 ? [] : [tokenWords(tokens)])].join(' · ')
}

/** A subagent's subagents are shown so deep. */
export const deepestSubagent = 5

/** Rows that are kept of one subagent; later ones only count. */
export const mostSubagentRows = 1_000

/**
 * Names the log of a subagent: its words are no part of its agent's transcript, so that nothing takes them for the
 * agent's own.
 */
export const subagentLog = (agent: AgentId, call: string): AgentId => `${agent}/${call}`

/** The agent whose log this is, or to whose subagent it belongs. */
export const ownerOf = (log: AgentId): AgentId => log.split('/', 1)[0] as AgentId

/** Whether a log is that of a subagent. */
export const isSubagentLog = (log: AgentId): boolean => log.includes('/')
