import { RefusedError } from '../../main/contract/api/errors.ts'
import type { BroadcastSent, SendResult } from '../../main/contract/mail/mail-views.ts'
import { isAccepted, stateName } from '../shared/plain-names.ts'
import type { AskAsAgent, RawInput } from '../shared/ask-as-agent.ts'
import { presentFields, type ToolCallContext, type ToolAnswer } from '../shared/tool.ts'
import { awaitLimit } from '../../main/contract/api/limits.ts'

export type SendOptions = Pick<
  RawInput<'messages.send'>,
  'priority' | 'expectReply' | 'awaitMs' | 'replyTo' | 'link' | 'closeLink'
>

/** Milliseconds beyond the requested wait for the answer to arrive; a CLI aborts a call after 60 s. */
const margin = 8_000

/** Milliseconds to wait for the receiver's turn to begin before the sender goes on. */
const awaitBeginMs = 50

/** Repeating a call sends nothing and returns the same answer; one that awaits a reply waits again. */
export function sendAsAgent(
  ask: AskAsAgent,
  agent: string,
  message: string,
  { awaitMs, ...others }: SendOptions,
  { key, signal }: ToolCallContext,
): Promise<SendResult> {
  const input = { agent, message, ...others, idempotencyKey: key }
  if (awaitMs === undefined) return ask('messages.send', { ...input, awaitBeginMs }, { signal })
  const wait = Math.min(awaitMs, awaitLimit)
  const waiting = (elapsed: number) => ({ ...input, awaitMs: Math.max(1, Math.round(wait - elapsed)) })
  return ask('messages.send', waiting, { signal, timeLimit: wait + margin })
}

export const isAll = (target: string): boolean => target.trim().toLowerCase() === 'all'

export const isGroup = (error: unknown): boolean =>
  error instanceof RefusedError && error.refusal.code === 'is_group'

/** Sends to each member of a group, or to all. Refuses options that need a single receiver. */
export async function toMany(
  ask: AskAsAgent,
  group: string,
  message: string,
  { priority, expectReply, ...others }: SendOptions,
  call: ToolCallContext,
): Promise<ToolAnswer> {
  const odd = Object.entries(others).find(([, value]) => value !== undefined)?.[0]
  if (odd !== undefined) throw new RefusedError({ code: 'bad_request', message: forOne(odd) })
  const input = { group, message, priority, expectReply, idempotencyKey: call.key }
  const { sent } = await ask('messages.broadcast', input, call)
  const hint = hintOf(sent, expectReply === true)
  const lines = sent.map(
    ({ to, state, reason }) =>
      `- ${to}: ${state === null ? 'not sent' : stateName(state)}${reason ? ` (${reason})` : ''}`,
  )
  const fields = { accepted: sent.some(isAccepted), to: sent.map(fieldsOf), hint }
  return { fields, text: [...lines, hint].join('\n') }
}

function forOne(wish: string): string {
  const names: Readonly<Record<string, string>> = {
    awaitMs: 'await_seconds',
    replyTo: 'reply_to',
    link: 'link',
    closeLink: 'close_link',
  }
  return `${names[wish] ?? wish} works with one receiver only. To several: expect_reply, and the replies come as messages.`
}

function fieldsOf({ to, state, messageId, reason }: BroadcastSent) {
  return { name: to, ...presentFields({ state: state && stateName(state), message_id: messageId, reason }) }
}

function hintOf(sent: readonly BroadcastSent[], asks: boolean): string {
  const held = sent.some(({ state }) => state === 'held')
    ? ' What is held waits for your user: send nothing more to a group until then.'
    : ''
  const answers = asks
    ? 'Each reply comes to you as a message.'
    : 'You asked for no replies, so none may come.'
  return `${answers} Go on or end your turn.${held}`
}
