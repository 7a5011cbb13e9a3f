import { awaitLimit } from '../../main/contract/limits.ts'
import { z } from 'zod'
import { priorities, type Priority, priorityNames, usualPriority } from '../../main/contract/priorities.ts'
import { sentWords } from './sent-words.ts'
import { sideMode, told, words, type Tool } from './tool.ts'

const longest = awaitLimit / 1000

const input = {
  target: z.string().min(1).max(200).describe('The name of the agent, as list_agents shows it'),
  message: words('What it needs to know or do, complete in itself: it does not see your conversation'),
  priority: z.enum(priorityNames).optional().describe(priorityNames.map(aboutPriority).join('. ')),
  expect_reply: z
    .boolean()
    .optional()
    .describe('You need an answer: it arrives as a message by itself, and you are told if none comes'),
  await_seconds: z
    .number()
    .min(0)
    .optional()
    .describe(
      `Waits here for the answer, ${String(longest)} s at most: only if you can do nothing else meanwhile and the ` +
        'answer is quick. Else expect_reply, and go on',
    ),
  reply_to: z
    .string()
    .min(1)
    .max(40)
    .optional()
    .describe('The msg-… that this goes on from, so that both stand in one thread'),
  link: sideMode
    .optional()
    .describe(
      'Links you two as open_link does, where you are not linked yet: what it concludes then comes back by itself, ' +
        'and what you conclude goes to it',
    ),
}

function aboutPriority(name: Priority): string {
  return `${name}${name === usualPriority.others ? ' (default)' : ''}: ${priorities[name].about}`
}

/** Writes to a peer. */
export const sendToAgent: Tool<typeof input> = {
  name: 'send_to_agent',
  description:
    'Sends a message to another agent, which reads it as a new prompt from you, at once or after its present turn. ' +
    'Returns at once; an answer arrives as a new prompt by itself, so go on or end your turn: never wait or poll. ' +
    'Before it, look with get_session_data, and set an anchor (set_heartbeat) back to your own work. Ask ' +
    '(expect_reply), tell or hand over what moves the work on; no thanks. To answer a message that expects a reply, ' +
    'use reply_to_agent.',
  readOnly: false,
  input,
  failed: { delivered: false },
  async call(client, { target, message, priority, expect_reply, await_seconds = 0, reply_to, link }, call) {
    const seconds = Math.min(await_seconds, longest)
    const wishes = {
      ...(priority === undefined ? {} : { priority }),
      ...(expect_reply === undefined ? {} : { expectReply: expect_reply }),
      ...(seconds === 0 ? {} : { awaitMs: Math.ceil(seconds * 1000) }),
      ...(reply_to === undefined ? {} : { replyTo: reply_to }),
      ...(link === undefined ? {} : { link }),
    }
    const sent = await client.send(target, message, wishes, call)
    const { hint, reply, text } = sentWords(sent, { name: sent.renamed ?? target, priority, seconds })
    const { delivered, state, messageId, ticketId, position, reason, awaited, linkId } = sent
    // The reply's id stands before its words: so it is there however much of a result is looked at.
    const fields = {
      ...{ delivered, state, message_id: messageId },
      ...told({ ticket_id: ticketId, position, reason, reply, awaited, link_id: linkId }),
      hint,
    }
    return { fields, text }
  },
}
