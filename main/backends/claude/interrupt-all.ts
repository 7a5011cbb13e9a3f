import type { Query } from '@anthropic-ai/claude-agent-sdk'
import type { Inbox } from './inbox.ts'

/** The SDK takes this; its types do not say so. */
interface Interruptible {
  interrupt(options: { cancelQueued: boolean }): Promise<unknown>
}

/** Stops what a CLI does, also what it has not read yet; resolves when it has. */
export async function interruptAll(running: Query | null, inbox: Inbox): Promise<void> {
  const answered = (running as Interruptible | null)?.interrupt({ cancelQueued: true })
  if (answered === undefined) return
  // A newer prompt that came before it would be dropped, and would keep it from the tool that runs.
  inbox.hold(answered)
  await answered
}
