import { z } from 'zod'
import { agentKinds } from '../../main/contract/agents/kinds.ts'
import { colourNames, shapeNames } from '../../main/contract/agents/looks.ts'
import type { TabProposalResult } from '../../main/contract/api/views.ts'
import { agentName, presentFields, tool, words } from '../shared/tool.ts'
import { noticeLimit, noticesPerHour } from '../../main/contract/api/limits.ts'

export const notifyUser = tool({
  name: 'notify_user',
  description:
    'Shows your user a short notice now, while you go on working: a problem, or a result they wait for. ' +
    `${String(noticesPerHour)} an hour appear at once; more are shown together later. It asks nothing: no answer comes.`,
  oldNames: { message: 'text' },
  input: { text: z.string().trim().min(1).max(noticeLimit) },
  failed: { shown: false },
  async call(ask, { text }, call) {
    const { shown, inSeconds } = await ask('notices.send', { text, idempotencyKey: call.key }, call)
    const minutes = Math.max(1, Math.round(inSeconds / 60))
    const hint = shown
      ? 'Your user sees it now. Go on with your work; do not repeat it in the last words of this turn.'
      : `Your user was shown ${String(noticesPerHour)} notices within an hour: this one is shown with the next ones in ${String(minutes)} min. Go on.`
    return { fields: { shown, ...(shown ? {} : { in_seconds: inSeconds }), hint }, text: hint }
  },
})

const eighth = z.union([z.int().min(1).max(8), z.string().max(20)]).optional()

/** Kind `other` runs any command line, so only the user may choose it. */
const named = agentKinds.filter((kind) => kind !== 'other')

export const openTab = tool({
  name: 'open_tab',
  description:
    'Asks your user to open a tab with a new agent, if none of list_agents fits. The decision comes to you as a ' +
    'message. worktree: in a git worktree of its own.',
  isRare: true,
  input: {
    name: agentName,
    role: z.string().max(200).optional().describe('Its purpose, in one line'),
    cwd: z.string().max(4096).optional().describe('Default yours'),
    kind: z.enum(named).optional(),
    model: z.string().max(200).optional(),
    effort: z.string().max(20).optional(),
    colour: eighth.describe(colourNames.join(', ')),
    shape: eighth.describe(shapeNames.join(', ')),
    worktree: z.boolean().optional(),
    first_message: words('From you').optional(),
  },
  async call(ask, { first_message: firstMessage, ...tab }, call) {
    const result = await ask('tabs.propose', { ...tab, firstMessage, idempotencyKey: call.key }, call)
    const hint = hintOf(result, tab.name)
    const fields = { state: result.state, ...presentFields({ name: result.agent?.name }), hint }
    return { fields, text: `${result.state}. ${hint}` }
  },
})

function hintOf({ agent }: TabProposalResult, name: string): string {
  return agent === null
    ? `Your user decides about "${name}"; the decision comes to you as a message. Go on or end your turn; do not propose it again.`
    : `"${agent.name}" is open: write to it with send_to_agent.`
}
