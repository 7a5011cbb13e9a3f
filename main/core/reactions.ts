import { extensions } from './extensions.ts'
import type { Reactions } from './step/facts.ts'
import * as comments from './comments/comments.ts'
import * as sleep from './agents/sleep.ts'
import * as briefing from './gatherings/briefing.ts'
import * as circleTurns from './gatherings/on-turn-ended.ts'
import * as circles from './gatherings/tick.ts'
import * as handlers from './handlers/handlers.ts'
import * as incoming from './handlers/look.ts'
import * as anchors from './heartbeats/anchors.ts'
import * as timers from './heartbeats/heartbeats.ts'
import * as triggers from './heartbeats/triggers.ts'
import * as staleTimers from './heartbeats/stale-intents.ts'
import * as crossings from './links/crossings.ts'
import * as links from './links/links.ts'
import * as members from './links/members.ts'

const own: Reactions = {
  'message.writing': [links.onMessageWriting],
  'message.sent': [links.onMessageSent, crossings.onMessageSent, incoming.onMessageSent],
  'message.read': [anchors.onMessageRead],
  'message.recalled': [],
  'message.ended': [staleTimers.onMessageEnded, comments.onMessageEnded],
  'question.settled': [timers.onQuestionSettled],
  'call.dropped': [circleTurns.onCallDropped],
  'turn.began': [anchors.onTurnBegan, circleTurns.onTurnBegan],
  'turn.speaking': [sleep.onTurnSpeaking, circleTurns.onTurnSpeaking, crossings.onTurnSpeaking],
  'turn.ending': [timers.onTurnEnding, staleTimers.onTurnEnding],
  'turn.ended': [circleTurns.onTurnEnded, crossings.onTurnEnded],
  'turn.crossed': [],
  'link.acted': [],
  'gathering.seated': [],
  'gathering.freed': [],
  'seat.granted': [],
  'conversation.cut': [members.onConversationCut, briefing.onConversationCut],
  'agent.renamed': [members.onAgentRenamed, briefing.onAgentRenamed],
  'agent.unshared': [members.onAgentUnshared],
  'agent.anchored': [(step, { agent }) => anchors.tendAnchor(step, agent)],
  'task.finished': [triggers.onTaskFinished],
  'agent.closed': [],
  'agent.deleted': [
    members.onAgentDeleted,
    circles.onAgentDeleted,
    timers.onAgentDeleted,
    handlers.onAgentDeleted,
  ],
}

/** Who reacts to facts, in this order: timers, gatherings, links, handlers, then extensions. */
export const reactions = Object.fromEntries(
  Object.entries(own).map(([fact, all]) => [
    fact,
    [...all, ...extensions.flatMap((one) => one.reactions?.[fact as keyof Reactions] ?? [])],
  ]),
) as unknown as Reactions
