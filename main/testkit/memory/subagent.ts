import type { Within } from '../../contract/agents/subagents.ts'
import type { Block } from '../../ports/ports.ts'

/** What every subagent says, and nobody else does. */
export const subagentWords = 'only a subagent says this'

/** What a subagent that a call has started tells of its work. */
export const subagentSays = (call: string): { readonly block: Block; readonly within: Within } => ({
  block: { kind: 'text', text: subagentWords },
  within: { call, tokens: 100 },
})
