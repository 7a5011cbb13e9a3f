import type { Gathering, Seat, SeedPassage } from '../../contract/gatherings/gatherings.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { quotable } from '../words/prompts.ts'
import type { Facts } from '../step/facts.ts'
import type { Step } from '../step/step.ts'
import { isSitting, membersOf, seatOf } from './seats.ts'
import { isReachable } from '../step/mail-for.ts'
import { seedText, type SeedTime } from './prompts.ts'
import { tellMember, tellAll } from './notify-members.ts'

/** Tells every member what it must know before the piece comes to it. */
export function seedAll(step: Step, g: Gathering): void {
  for (const seat of membersOf(g)) if (isReachable(step, seat.agent)) seed(step, g, seat, 'first')
}

/** Its conversation was cut down, or begins again: a member is told again where it sits. */
export function onConversationCut(step: Step, { agent }: Facts['conversation.cut']): void {
  const { g, seat } = sittingNow(step, agent) ?? {}
  if (g && seat) seed(step, g, { ...seat, agent }, 'again')
}

/** Tells one member; the first line names the topic for a model, for people that stands beside the words. */
export function seed(
  step: Step,
  g: Gathering,
  seat: Seat & { readonly agent: AgentId },
  when: SeedTime,
): void {
  const passages = g.passages.filter((passage) => !isKnownTo(seat.agent, passage))
  tellMember(step, g, seat.agent, seedText({ ...g, passages }, seat, when, step.self), {
    topic: quotable(g.topic),
  })
}

/** Whether an agent has those words in its own conversation: it wrote or got them, or sat where they were said. */
function isKnownTo(reader: AgentId, passage: SeedPassage): boolean {
  if (passage.from === 'tab')
    return passage.agent === reader || (passage.author.kind === 'agent' && passage.author.id === reader)
  return passage.heardBy?.includes(reader) ?? false
}

/**
 * A tab has another name now. What it proposes is proposed under that; its seat in a circle keeps the one that it has,
 * and the others are told.
 */
export function onAgentRenamed(step: Step, { agent, to: name }: Facts['agent.renamed']): void {
  for (const wish of step.gatherings.values()) {
    const { stage, convened } = wish
    if (stage === 'proposed' && convened.by.kind === 'agent' && convened.by.id === agent)
      step.gathering({ ...wish, convened: { ...convened, name } })
  }
  const { g, seat } = sittingNow(step, agent) ?? {}
  if (!g || !seat) return
  const stays = seat.number === 0 ? quotable(seat.name) : `${quotable(seat.name)} (${seat.number})`
  const body = `The tab of ${stays} is called ${quotable(name)} now; in this gathering it stays ${stays}.`
  tellAll(step, g, body, seat.number)
}

/** Where an agent sits, while its gathering has its members to itself. */
function sittingNow(step: Step, agent: AgentId): { g: Gathering; seat: Seat } | null {
  const { gatheringId: sits } = step.get(agent)
  const g = sits === null ? undefined : step.gatherings.get(sits)
  const seat = g && seatOf(g, agent)
  return g && seat && isSitting(g) ? { g, seat } : null
}
