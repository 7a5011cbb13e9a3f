import { z } from 'zod'
import { purposeLimit } from '../../main/contract/limits.ts'
import { told } from '../shared/tool.ts'
import { sideMode, words, type Tool } from './tool.ts'
import type { LinkReport } from '../../main/contract/reports.ts'

const openInput = {
  agents: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(19)
    .describe('Names, as list_agents shows them; you are a member anyway'),
  mode: sideMode
    .optional()
    .describe(
      'answers (default): the first word back to what you said wakes you, the rest comes with your next prompt. ' +
        'converse: every crossing begins a turn, for a talk with an end. absorb: none does; on a link that is open, ' +
        'for your side only',
    ),
  purpose: z
    .string()
    .min(1)
    .max(purposeLimit)
    .optional()
    .describe('What it is for, one line: told to the others, who know nothing of your conversation'),
}

/** Links an agent with others. */
export const openLink: Tool<typeof openInput> = {
  name: 'open_link',
  description:
    'Links you with one or more agents: the final text of each turn of yours then crosses to them by itself, and theirs ' +
    'to you; thoughts and tool calls stay private. For when each needs what the other concludes, more than once; for one ' +
    'question use send_to_agent with expect_reply. The same again: what the link has left.',
  readOnly: false,
  input: openInput,
  failed: {},
  async call(client, { agents, mode, purpose }, call) {
    const how = {
      ...(mode === undefined ? {} : { mode }),
      ...(purpose === undefined ? {} : { purpose: purpose.replace(/\s+/g, ' ').trim() }),
    }
    const link = await client.openLink(agents, how, call)
    const fields = linkFields(link)
    const { id, mode: way, budget } = link
    const names = namesOf(link)
    const hint =
      link.rests === null
        ? `The final words of your turns cross to the others from now on, ${String(budget.left)} crossings in all before the ` +
          'person is asked. To begin, send_to_agent, or end your turn with your words; SILENT crosses nothing.'
        : `It rests, so nothing crosses (${restWords[link.rests]}). Go on with your own work; send_to_agent still reaches them.`
    return { fields: { ...fields, hint }, text: `${id}, ${way}, of ${names}. ${hint}` }
  },
}

const restWords = {
  cap: 'the turns that it began have used all that the person allows, until they raise that',
  budget: 'its crossings are used up, until the person speaks or extends it',
  loop: 'the person stilled it, until they speak or extend it',
  asked: 'the person of another house has not said yes yet',
  off: 'the person has switched links off',
  gathering: 'one of you sits in a gathering; it goes on when that closes',
} as const

const closeInput = {
  link_id: z.string().min(1).max(40).describe('The lnk-… that open_link or send_to_agent named'),
  message: words('Last words, for what the others still need; what they answer does not cross').optional(),
}

/** Closes a link. */
export const closeLink: Tool<typeof closeInput> = {
  name: 'close_link',
  description:
    'Closes a link of yours: nothing crosses any more. One that is quiet costs nothing and may stay open; only to hear ' +
    'less, open_link(mode: "absorb") lowers your own side.',
  readOnly: false,
  input: closeInput,
  failed: {},
  async call(client, { link_id, message }, call) {
    const link = await client.closeLink(link_id, message, call)
    const hint =
      message === undefined
        ? 'Nothing crosses any more. Go on with your own work.'
        : 'The others get your last words; what they answer does not cross. Go on with your own work.'
    return { fields: { ...linkFields(link), hint }, text: `${link.id}: ${link.state}. ${hint}` }
  },
}

/** What an agent is told of a link. */
export function linkFields({ id, members, mode, state, rests, budget }: LinkReport): Record<string, unknown> {
  return {
    ...{ link_id: id, mode, state },
    ...told({ rests }),
    members: members.map(({ name, side }) => (side === mode ? name : `${name} (${side})`)),
    crossings_left: budget.left,
  }
}

/** The members by name: who asks is among them, and need not be told apart. */
export function namesOf({ members }: LinkReport): string {
  return members.map(({ name }) => `"${name}"`).join(', ')
}
