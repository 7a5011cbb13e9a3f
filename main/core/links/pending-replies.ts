import type { PendingReply } from '../../contract/links/links.ts'
import type { AgentId } from '../../contract/api/model.ts'

/** Whether one member waits for the first word of another. */
export function isAsked(asks: readonly PendingReply[], by: AgentId, of: AgentId): boolean {
  return asks.some((one) => one.by === by && one.of === of)
}

/** With one more who waits. */
export function withAsk(asks: readonly PendingReply[], by: AgentId, of: AgentId): readonly PendingReply[] {
  return isAsked(asks, by, of) ? asks : [...asks, { by, of }]
}

/** What was asked is answered. */
export function withoutAsk(asks: readonly PendingReply[], by: AgentId, of: AgentId): readonly PendingReply[] {
  return asks.filter((one) => one.by !== by || one.of !== of)
}

/** One member has spoken to another: the first word back is an answer and asks nothing, any other waits for one. */
export function afterWord(
  asks: readonly PendingReply[],
  from: AgentId,
  to: AgentId,
): readonly PendingReply[] {
  return isAsked(asks, to, from) ? withoutAsk(asks, to, from) : withAsk(asks, from, to)
}
