import type { Gathering, Seat, SeedPassage } from '../../contract/gatherings/gatherings.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { quotable } from '../words/prompts.ts'
import type { Facts } from '../step/facts.ts'
import type { Step } from '../step/step.ts'
import { isSitting, membersOf, seatOf } from './seats.ts'
import { isReachable } from '../step/mail-for.ts'
import { seedText, type SeedTime } from './prompts.ts'
import { tellMember, tellAll } from './notify-members.ts'

/** Briefs every member before it gets the piece. */
export function seedAll(step: Step, g: Gathering): void {
  for (const seat of membersOf(g)) if (isReachable(step, seat.agent)) seed(step, g, seat, 'first')
}

export function onConversationCut(step: Step, { agent }: Facts['conversation.cut']): void {
  const { g, seat } = sittingNow(step, agent) ?? {}
  if (g && seat) seed(step, g, { ...seat, agent }, 'again')
}

/** Briefs one member; the topic is in the header for models, and in the row for the user. */
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

/** Whether the passage is in the agent's own conversation: it wrote or got it, or was in that gathering. */
function isKnownTo(reader: AgentId, passage: SeedPassage): boolean {
  if (passage.from === 'tab')
    return passage.agent === reader || (passage.author.kind === 'agent' && passage.author.id === reader)
  return passage.heardBy?.includes(reader) ?? false
}

/** Proposals get the tab's new name; a seat keeps its name, and the others are told. */
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

/** The agent's seat in a gathering that still has its members. */
function sittingNow(step: Step, agent: AgentId): { g: Gathering; seat: Seat } | null {
  const { gatheringId: sits } = step.get(agent)
  const g = sits === null ? undefined : step.gatherings.get(sits)
  const seat = g && seatOf(g, agent)
  return g && seat && isSitting(g) ? { g, seat } : null
}
