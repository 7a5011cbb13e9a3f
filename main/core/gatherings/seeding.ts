import type { Gathering, Seat } from '../../contract/gatherings.ts'
import type { AgentId } from '../../contract/model.ts'
import { accept } from '../mail/mailbox.ts'
import { quotable } from '../prompts.ts'
import type { Step } from '../step.ts'
import { isSitting, seatOf } from './circle.ts'
import { seedText } from './circle-prompts.ts'
import { tellAll } from './speaking.ts'

/** Tells a member what it must know before the piece comes to it; `now`: the last line. */
export function seed(step: Step, g: Gathering, one: Seat, to: AgentId, now: string): void {
  accept(step, {
    from: { kind: 'system' },
    fromName: 'Janus',
    to,
    priority: 'low',
    causes: [],
    depth: g.depth,
    body: seedText(g, one, now),
    spoken: { gathering: g.id, utterance: null, number: null },
  })
}

/** Its conversation was cut down, or begins anew: a member is told again where it sits. */
export function reseed(step: Step, agent: AgentId): void {
  const { sits } = step.get(agent)
  const g = sits === null ? undefined : step.gatherings.get(sits)
  const one = g && seatOf(g, agent)
  if (g && one && isSitting(g)) seed(step, g, one, agent, 'You were told this before; it still holds.')
}

/** A tab has another name now; its seat keeps the one that it has, and the others are told. */
export function seatRenamed(step: Step, agent: AgentId, name: string): void {
  const { sits } = step.get(agent)
  const g = sits === null ? undefined : step.gatherings.get(sits)
  const one = g && seatOf(g, agent)
  if (!g || !one || !isSitting(g)) return
  const stays = one.number === 0 ? quotable(one.name) : `${quotable(one.name)} (${one.number})`
  tellAll(
    step,
    g,
    `The tab of ${stays} is called ${quotable(name)} now; in this circle it stays ${stays}.`,
    one.number,
  )
}
