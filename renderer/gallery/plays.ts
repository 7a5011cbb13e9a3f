import type { Stories } from './play.ts'
import { agentPlays } from './states/agent.ts'
import { attentionPlays } from './states/attention.ts'
import { attachmentPlays } from './states/attachments.ts'
import { aroundPlays } from './states/around.ts'
import { budgetPlays } from './states/budget.ts'
import { cardPlays } from './states/cards.ts'
import { convenePlays } from './states/convene.ts'
import { fleetPlays } from './states/fleet.ts'
import { fleetCirclePlays } from './states/fleet-circles.ts'
import { framePlays } from './states/frame.ts'
import { gatheringPlays } from './states/gathering.ts'
import { taskPlays } from './states/tasks.ts'
import { handlerPlays } from './states/handlers.ts'
import { kindPlays } from './states/kinds.ts'
import { linkMachinePlays } from './states/link-machines.ts'
import { linkPlays } from './states/link.ts'
import { mailPlays } from './states/mail.ts'
import { changePlays } from './states/changes.ts'
import { conversationPlays } from './states/conversations.ts'
import { panePlays } from './states/panes.ts'
import { processPlays } from './states/processes.ts'
import { replayPlays } from './states/replay.ts'
import { seatedPlays } from './states/seated.ts'
import { startPlays } from './states/start.ts'
import { subagentPlays } from './states/subagents.ts'
import { tabPlays } from './states/tabs.ts'
import { talkPlays } from './states/talk.ts'
import { timelinePlays } from './states/timeline.ts'
import { threadPlays } from './states/thread.ts'
import { troublePlays } from './states/trouble.ts'
import { widthPlays } from './states/widths.ts'

export const plays: Stories = {
  ...startPlays,
  ...agentPlays,
  ...subagentPlays,
  ...attentionPlays,
  ...attachmentPlays,
  ...cardPlays,
  ...mailPlays,
  ...troublePlays,
  ...tabPlays,
  ...fleetPlays,
  ...fleetCirclePlays,
  ...framePlays,
  ...panePlays,
  ...talkPlays,
  ...threadPlays,
  ...timelinePlays,
  ...aroundPlays,
  ...kindPlays,
  ...linkPlays,
  ...linkMachinePlays,
  ...handlerPlays,
  ...taskPlays,
  ...gatheringPlays,
  ...replayPlays,
  ...convenePlays,
  ...seatedPlays,
  ...budgetPlays,
  ...processPlays,
  ...conversationPlays,
  ...changePlays,
  ...widthPlays,
}
