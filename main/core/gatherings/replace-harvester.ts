import type { Gathering } from '../../contract/gatherings/gatherings.ts'
import type { Answer, EventOf } from '../step/events.ts'
import { resumeLinks } from '../links/links.ts'
import { refuse } from '../mail/mailbox.ts'
import { quotable } from '../words/prompts.ts'
import type { Step } from '../step/step.ts'
import { addRow } from './append-log.ts'
import { seed } from './briefing.ts'
import { seatWithTab, movedOn } from './joining.ts'
import { tellAll } from './notify-members.ts'
import { dropFrame } from './piece-frames.ts'
import { isOfPieceTurn } from '../step/frames-and-turns.ts'
import { catchUp } from './speaking.ts'
import { obstacleToReharvest } from './validate-plan.ts'

/**
 * Replaces a harvester that is gone: the new one gets everything that was said, then the harvest prompt. Also
 * harvests a gathering that closed without a harvest.
 */
export function reharvest(step: Step, event: EventOf<'gathering.reharvested'>): Answer {
  const g = step.gatherings.get(event.gathering.id) ?? event.gathering
  const wanted = { ...event.seat, number: 0 }
  const problem = obstacleToReharvest(step, g, wanted, event.tab)
  if (problem !== null) return refuse('wrong_state', problem)
  if (event.rows.length !== g.rows) return refuse('wrong_state', movedOn)
  leave(step, g)
  const harvester = seatWithTab(step, wanted, event.tab)
  const isSame = harvester.agent === g.harvester.agent
  const text = isSame
    ? `${event.name} asked ${harvester.name} for the harvest after all.`
    : `${event.name} made ${harvester.name} the harvester, in the place of ${g.harvester.name}.`
  const { g: noted } = addRow(step, { ...g, ...begunAgain(step, g), harvester }, { kind: 'note', text })
  const news = `${quotable(harvester.name)} is the harvester now, in place of ${quotable(g.harvester.name)}.`
  if (g.stage === 'running') tellAll(step, noted, news, 0)
  if (harvester.agent !== null) {
    step.set(harvester.agent, { gatheringId: g.id })
    seed(step, noted, { ...harvester, agent: harvester.agent }, 'later')
    catchUp(step, noted, event.rows, { number: 0, to: harvester.agent })
  }
  return { kind: 'gathering', gathering: noted }
}

function leave(step: Step, { id, harvester }: Gathering): void {
  const state = harvester.agent === null ? undefined : step.find(harvester.agent)
  if (state?.gatheringId !== id) return
  step.set(state.agent.id, { gatheringId: null })
  for (const frame of state.frames)
    if (frame.phase === 'unfinished' && isOfPieceTurn(frame, null)) dropFrame(step, frame)
  resumeLinks(step)
}

/** Restarts a harvest that is being written or was given up. */
function begunAgain(step: Step, { stage, harvesting, closed }: Gathering): Partial<Gathering> {
  if (stage === 'running') return {}
  const closing = harvesting?.closing ?? closed
  if (closing === null) return {}
  const from = stage === 'closed' ? 'closed' : (harvesting?.from ?? 'circle')
  const begun = { since: step.now, writtenAt: null, draft: harvesting?.draft ?? null, closing, from }
  return {
    stage: 'harvesting',
    stageAt: step.now,
    harvesting: begun,
    unharvested: null,
    closed: null,
    exportedFile: null,
  }
}
