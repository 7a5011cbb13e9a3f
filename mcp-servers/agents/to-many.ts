import { RefusedError } from '../../main/contract/errors.ts'
import type { SpreadSent } from '../../main/contract/mail-views.ts'
import { told, type Call, type ToolAnswer } from '../shared/tool.ts'
import type { AgentsClient, SendWishes } from './client.ts'

/** Everybody. */
export const isAll = (target: string): boolean => target.trim().toLowerCase() === 'all'

/** Whether Janus has said that the receiver is a group. */
export const isGroup = (error: unknown): boolean =>
  error instanceof RefusedError && error.refusal.code === 'is_group'

/** Sends to each of a group, or to all; what only one receiver can be asked is refused. */
export async function toMany(
  client: AgentsClient,
  target: string,
  message: string,
  { priority, expectReply, ...others }: SendWishes,
  call: Call,
): Promise<ToolAnswer> {
  const odd = Object.keys(others)[0]
  if (odd !== undefined) throw new RefusedError({ code: 'bad_request', message: forOne(odd) })
  const wishes = {
    ...(priority === undefined ? {} : { priority }),
    ...(expectReply === undefined ? {} : { expectReply }),
  }
  const { sent } = await client.spread(target, message, wishes, call)
  const hint = hintOf(sent, expectReply === true)
  const lines = sent.map(
    ({ to, state, reason }) => `- ${to}: ${state ?? 'not sent'}${reason ? ` (${reason})` : ''}`,
  )
  const fields = { delivered: sent.some(({ delivered }) => delivered), to: sent.map(fieldsOf), hint }
  return { fields, text: [...lines, hint].join('\n') }
}

function forOne(wish: string): string {
  const names: Readonly<Record<string, string>> = {
    awaitMs: 'await_seconds',
    replyTo: 'reply_to',
    link: 'link',
  }
  return `${names[wish] ?? wish} is for one receiver. To many: expect_reply, and the answers come as messages.`
}

function fieldsOf({ to, state, messageId, reason, ticketId }: SpreadSent) {
  return { name: to, ...told({ state, message_id: messageId, ticket_id: ticketId, reason }) }
}

function hintOf(sent: readonly SpreadSent[], asks: boolean): string {
  const held = sent.some(({ state }) => state === 'held')
    ? ' What is held waits for the person: write to no group again before.'
    : ''
  const answers = asks ? 'Each answer comes as a message by itself.' : 'They were told, not asked.'
  return `${answers} Go on or end your turn.${held}`
}
