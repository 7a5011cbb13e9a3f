import { z } from 'zod'
import { linkFields, namesOf } from './link-words.ts'
import { sideMode, type Tool } from './tool.ts'

const input = {
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
}

/** Links an agent with others. */
export const openLink: Tool<typeof input> = {
  name: 'open_link',
  description:
    'Links you with one or more agents: the final text of each turn of yours then crosses to them by itself, and theirs ' +
    'to you as [From NAME] …; thoughts and tool calls stay private. For when each needs what the other concludes, more ' +
    'than once; for one question use send_to_agent with expect_reply. Set an anchor first (set_heartbeat). With nothing ' +
    'new to add, end your turn with the single word SILENT. The same agents again: the open link and what it has left.',
  readOnly: false,
  input,
  failed: {},
  async call(client, { agents, mode }, call) {
    const link = await client.openLink(agents, mode, call)
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
  budget: 'its crossings are used up, until the person speaks or extends it',
  loop: 'the person stilled it, until they speak or extend it',
  off: 'the person has switched links off',
  gathering: 'one of you sits in a gathering; it goes on when that closes',
} as const
