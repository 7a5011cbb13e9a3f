import { z } from 'zod'
import { purposeLimit } from '../../main/contract/api/limits.ts'
import { agentName, presentFields, tool, linkMode, words } from '../shared/tool.ts'
import type { LinkReport } from '../../main/contract/api/reports.ts'

export const openLink = tool({
  name: 'open_link',
  description:
    'Links you with other agents: from then on the final text of each of your turns goes to them, and theirs ' +
    "to you. Thoughts and tool calls stay private. For work that needs each other's results again and again; for one question " +
    'use send_to_agent with expect_reply.',
  input: {
    agents: z.array(agentName).min(1).max(19),
    mode: linkMode
      .optional()
      .describe(
        'answers (default): the first text that answers yours starts a turn; others come with your next prompt. converse: every ' +
          'text starts a turn, for a discussion that ends. absorb: for an open link: texts start no turn of yours any more',
      ),
    purpose: z
      .string()
      .min(1)
      .max(purposeLimit)
      .optional()
      .describe('What it is for, in one line that the others see too'),
  },
  async call(ask, { agents: members, mode, purpose }, call) {
    const line = purpose?.replace(/\s+/g, ' ').trim()
    const link = await ask('links.open', { members, mode, purpose: line }, call)
    const fields = linkFields(link)
    const { id, mode: way, budget } = link
    const names = namesOf(link)
    const hint =
      link.pauseReason === null
        ? `From now on the final text of each of your turns goes to the others: ${String(budget.left)} messages in all, then ` +
          'your user is asked. To begin, use send_to_agent or end your turn with your text; SILENT sends nothing.'
        : `The link is paused: ${restWords[link.pauseReason]}. Go on with your own work; send_to_agent still works.`
    return { fields: { ...fields, hint }, text: `${id}, ${way}, of ${names}. ${hint}` }
  },
})

const restWords = {
  cap: 'the turns that it started have reached the cost limit, until your user raises that',
  budget: 'it has no messages left, until your user writes or extends it',
  loop: 'your user paused it, until they write or extend it',
  asked: 'the user of another machine has not accepted it yet',
  off: 'your user has switched links off',
  gathering: 'one of you is in a gathering; it goes on when that ends',
} as const

export const closeLink = tool({
  name: 'close_link',
  description:
    'Closes one of your links: nothing more is sent over it. A quiet link may stay open; if it wakes you too often, call ' +
    'open_link with mode absorb.',
  isRare: true,
  input: {
    link_id: z.string().min(1).max(40).describe('lnk-…'),
    message: words('Last words to the others').optional(),
  },
  async call(ask, { link_id: id, message }, call) {
    const idempotencyKey = message === undefined ? undefined : call.key
    const link = await ask('links.close', { id, message, idempotencyKey }, call)
    const hint =
      message === undefined
        ? 'Nothing is sent over it any more. Go on with your own work.'
        : 'The others get your last words; their replies do not come over the link. Go on with your own work.'
    return { fields: { ...linkFields(link), hint }, text: `${link.id}: ${link.state}. ${hint}` }
  },
})

function linkFields({ id, members, mode, state, pauseReason, budget }: LinkReport): Record<string, unknown> {
  return {
    link_id: id,
    mode,
    state: state === 'resting' ? 'paused' : state,
    ...presentFields({ paused_because: pauseReason && restWords[pauseReason] }),
    members: members.map(({ name, side }) => (side === mode ? name : `${name} (${side})`)),
    messages_left: budget.left,
  }
}

function namesOf({ members }: LinkReport): string {
  return members.map(({ name }) => `"${name}"`).join(', ')
}
