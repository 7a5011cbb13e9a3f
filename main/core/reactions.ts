import { leaveSeat } from './away/seat-here.ts'
import * as linkCopies from './away/link-copies.ts'
import * as linkWords from './away/link-words.ts'
import * as mailOut from './away/mail-out.ts'
import * as seats from './away/seat-here.ts'
import * as gatheringSeats from './away/gathering-seats.ts'
import type { Reactions } from './step/facts.ts'
import * as briefing from './gatherings/briefing.ts'
import * as circleTurns from './gatherings/on-turn-ended.ts'
import * as circles from './gatherings/tick.ts'
import * as handlers from './handlers/handlers.ts'
import * as incoming from './handlers/look.ts'
import * as anchors from './heartbeats/anchors.ts'
import * as timers from './heartbeats/heartbeats.ts'
import * as staleTimers from './heartbeats/stale-intents.ts'
import * as crossings from './links/crossings.ts'
import * as links from './links/links.ts'
import * as members from './links/members.ts'

/** Who reacts to what happens elsewhere in the core, in this order: timers, gatherings, links, handlers, other machines. */
export const reactions: Reactions = {
  'message.writing': [links.onMessageWriting],
  'message.sent': [links.onMessageSent, crossings.onMessageSent, incoming.onMessageSent],
  'message.read': [anchors.onMessageRead],
  'message.recalled': [mailOut.recall],
  'message.ended': [staleTimers.onMessageEnded],
  'question.settled': [timers.onQuestionSettled],
  'call.dropped': [circleTurns.onCallDropped],
  'turn.began': [anchors.onTurnBegan, circleTurns.onTurnBegan],
  'turn.ending': [timers.onTurnEnding, staleTimers.onTurnEnding],
  'turn.ended': [circleTurns.onTurnEnded, crossings.onTurnEnded],
  'turn.crossed': [linkWords.tellHomes],
  'link.acted': [linkCopies.onLinkActed],
  'gathering.seated': [gatheringSeats.onSeated],
  'gathering.freed': [gatheringSeats.onFreed],
  'seat.granted': [seats.onSeatGranted],
  'conversation.cut': [members.onConversationCut, briefing.onConversationCut],
  'agent.renamed': [members.onAgentRenamed, briefing.onAgentRenamed],
  'agent.unshared': [members.onAgentUnshared, (step, { agent }) => leaveSeat(step, agent)],
  'agent.anchored': [(step, { agent }) => anchors.tendAnchor(step, agent)],
  'agent.closed': [(step, { agent }) => leaveSeat(step, agent)],
  'agent.deleted': [
    members.onAgentDeleted,
    circles.onAgentDeleted,
    timers.onAgentDeleted,
    handlers.onAgentDeleted,
  ],
}
