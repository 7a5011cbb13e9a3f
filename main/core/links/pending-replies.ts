import type { PendingReply } from '../../contract/links/links.ts'
import type { AgentId } from '../../contract/api/model.ts'

/** Whether one member waits for another's first text. */
export function isAsked(asks: readonly PendingReply[], by: AgentId, of: AgentId): boolean {
  return asks.some((one) => one.by === by && one.of === of)
}

export function withAsk(asks: readonly PendingReply[], by: AgentId, of: AgentId): readonly PendingReply[] {
  return isAsked(asks, by, of) ? asks : [...asks, { by, of }]
}

export function withoutAsk(asks: readonly PendingReply[], by: AgentId, of: AgentId): readonly PendingReply[] {
  return asks.filter((one) => one.by !== by || one.of !== of)
}

/** The first text back is an answer and asks nothing; any other waits for one. */
export function withExchange(
  asks: readonly PendingReply[],
  from: AgentId,
  to: AgentId,
): readonly PendingReply[] {
  return isAsked(asks, to, from) ? withoutAsk(asks, to, from) : withAsk(asks, from, to)
}
