import { z } from 'zod'
import { linkFields } from './link-words.ts'
import { words, type Tool } from './tool.ts'

const input = {
  link_id: z.string().min(1).max(40).describe('The lnk-… that open_link or send_to_agent named'),
  message: words('Last words to the other members; what they answer does not cross').optional(),
}

/** Closes a link. */
export const closeLink: Tool<typeof input> = {
  name: 'close_link',
  description:
    'Closes a link that you are a member of, when the matter is settled: nothing crosses any more. A last message is ' +
    'for what the others still need, not for thanks or goodbye. A link that is quiet costs nothing and may stay open; ' +
    'only to hear less, open_link(mode: "absorb") lowers your own side.',
  readOnly: false,
  input,
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
