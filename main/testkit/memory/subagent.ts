import type { Within } from '../../contract/agents/subagents.ts'
import type { Block } from '../../ports/ports.ts'

/** The text of every subagent, which nobody else uses. */
export const subagentWords = 'only a subagent says this'

/** A subagent's report of its work. */
export const subagentSays = (call: string): { readonly block: Block; readonly within: Within } => ({
  block: { kind: 'text', text: subagentWords },
  within: { call, tokens: 100 },
})
