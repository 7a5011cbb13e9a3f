import { awaitLimit } from '../../main/contract/api/limits.ts'
import type { SendResult } from '../../main/contract/mail/mail-views.ts'
import type { AskAsAgent, Asked } from '../shared/ask-as-agent.ts'
import type { Call } from '../shared/tool.ts'

/** How a message is sent, apart from its receiver and its words. */
export type SendOptions = Pick<
  Asked<'messages.send'>,
  'priority' | 'expectReply' | 'awaitMs' | 'replyTo' | 'link' | 'closeLink'
>

/** How much later than it must an answer may come that waited for something, in ms: a CLI cuts a call at 60 s. */
const margin = 8_000

/** How long a sender waits so that its receiver goes first, in ms: nothing beside a turn of a model. */
const awaitBeginMs = 50

/** Sends a message. The same call again sends nothing and answers the same; one that waits for a reply waits again. */
export function send(
  ask: AskAsAgent,
  agent: string,
  message: string,
  { awaitMs, ...others }: SendOptions,
  { key, signal }: Call,
): Promise<SendResult> {
  const input = { agent, message, ...others, idempotencyKey: key }
  if (awaitMs === undefined) return ask('messages.send', { ...input, awaitBeginMs }, { signal })
  const wait = Math.min(awaitMs, awaitLimit)
  const waiting = (elapsed: number) => ({ ...input, awaitMs: Math.max(1, Math.round(wait - elapsed)) })
  return ask('messages.send', waiting, { signal, timeLimit: wait + margin })
}
