import { z } from 'zod'
import { agentKinds } from '../../main/contract/kinds.ts'
import { colourNames, shapeNames } from '../../main/contract/looks.ts'
import type { WishResult } from '../../main/contract/views.ts'
import { told } from '../shared/tool.ts'
import { words, type Tool } from './tool.ts'

const eighth = z.union([z.int().min(1).max(8), z.string().max(20)]).optional()

/** A program by its command line is the person's to choose. */
const named = agentKinds.filter((kind) => kind !== 'other')

const tabInput = {
  name: z.string().min(1).max(200),
  role: z.string().max(200).optional().describe('Purpose, or a role'),
  cwd: z.string().max(4096).optional().describe('Else yours'),
  kind: z.enum(named).optional(),
  model: z.string().max(200).optional(),
  effort: z.string().max(20).optional(),
  colour: eighth.describe(colourNames.join(', ')),
  shape: eighth.describe(shapeNames.join(', ')),
  worktree: z.boolean().optional(),
  first_message: words('Your first message to it').optional(),
}

/** Asks for another agent. */
export const openTab: Tool<typeof tabInput> = {
  name: 'open_tab',
  description:
    'Asks for an agent in a new tab (worktree: a git worktree) where none of list_agents fits. ' +
    'Your user decides, unless they set a limit; their word comes as a message.',
  readOnly: false,
  input: tabInput,
  failed: {},
  async call(client, { first_message: firstMessage, ...tab }, call) {
    const result = await client.openTab({ ...tab, ...(firstMessage ? { firstMessage } : {}) }, call)
    const hint = hintOf(result, tab.name)
    const fields = { state: result.state, ...told({ name: result.agent?.name }), hint }
    return { fields, text: `${result.state}. ${hint}` }
  },
}

function hintOf({ agent }: WishResult, name: string): string {
  return agent === null
    ? `Your user decides about "${name}"; their word comes as a message. Go on or end your turn: do not propose it again.`
    : `"${agent.name}" is open: write to it with send_to_agent.`
}
