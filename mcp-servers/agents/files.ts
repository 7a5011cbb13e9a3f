import { z } from 'zod'
import { claimLimits, type FileUseView } from '../../main/contract/edits/edits.ts'
import { tool } from '../shared/tool.ts'

export const claimFiles = tool({
  name: 'claim_files',
  description:
    'Announces that you will change these files. It locks nothing: an agent that edits one hears of it, and so do you; ' +
    'likewise with files that you have changed and not committed.',
  isRare: true,
  input: {
    paths: z
      .array(z.string().min(1).max(claimLimits.path))
      .max(claimLimits.count)
      .describe('In your folder, as src/**'),
    minutes: z
      .number()
      .min(0)
      .optional()
      .describe(`Default ${String(claimLimits.minutes.usual)}; 0 releases`),
  },
  async call(ask, { paths, minutes }, call) {
    const { claims, others } = await ask('edits.claim', { paths, minutes }, call)
    const lines = [
      ...claims.map(({ path, until }) => `- ${path}, until ${until}`),
      ...others.map((one) => `- ${otherWords(one)}`),
    ]
    const hint =
      others.length > 0
        ? 'Others are at work there: agree with them (send_to_agent) before you change the same.'
        : claims.length > 0
          ? 'Others are told when they edit one of them; to tell them now, use send_to_agent. A claim ends by itself, with your tab, or with minutes 0.'
          : 'You claim nothing now.'
    return {
      fields: { claims, ...(others.length > 0 ? { others: others.map(otherWords) } : {}), hint },
      text: [...lines, hint].join('\n'),
    }
  },
})

const otherWords = ({ agent, state, path }: FileUseView): string =>
  `${JSON.stringify(agent)} has ${state} ${path}${state === 'changed' ? ' and not committed it' : ''}`
