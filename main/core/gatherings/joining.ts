import { isOwnUser, type Gathering, type Seat } from '../../contract/gatherings/gatherings.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Utterance } from '../../contract/gatherings/utterances.ts'
import { resumeLinks } from '../links/links.ts'
import { isOfPieceTurn } from '../step/frames-and-turns.ts'
import { create } from '../agents/agents.ts'
import type { Answer, EventOf } from '../step/events.ts'
import { refuse } from '../mail/mailbox.ts'
import { quotable } from '../words/prompts.ts'
import type { NameKeys } from '../step/state.ts'
import type { Step } from '../step/step.ts'
import { addRow } from './append-log.ts'
import { seed } from './briefing.ts'
import { gatheringGone } from './holder-commands.ts'
import { tellAll } from './notify-members.ts'
import { dropFrame } from './piece-frames.ts'
import { calledAway } from './prompts.ts'
import { called } from './seats.ts'
import { rejoin } from './seats-away.ts'
import { catchUp } from './speaking.ts'
import { mostTurns, obstacleToJoin, obstacleToReharvest } from './validate-plan.ts'

/** Something was said while the command was on its way, so its rows are incomplete. */
const movedOn = 'Something was said in that very moment. Try once more.'

/** Adds a seat to a running gathering, at the end of the order: no number changes. */
export function joinGathering(step: Step, event: EventOf<'gathering.joined'>): Answer {
  const g = step.gatherings.get(event.gathering)
  if (!g || g.stage === 'closed') return gatheringGone()
  const left = g.seats.find(({ agent, left }) => left && agent === event.seat.agent)
  if (left) return askAgain(step, g, left, event)
  const wanted: Seat = { ...event.seat, number: Math.max(...g.seats.map(({ number }) => number)) + 1 }
  const problem = obstacleToJoin(step, g, wanted, event.tab)
  if (problem !== null) return refuse('wrong_state', problem)
  if (event.rows.length !== g.rows) return refuse('wrong_state', movedOn)
  const seat = {
    ...seatWithTab(step, wanted, event.tab),
    joined: { n: g.rows + 1, phase: g.phase, round: g.round },
  }
  const isUser = isOwnUser(seat)
  const after: Gathering = {
    ...g,
    seats: [...g.seats, seat],
    user: isUser ? { away: false, hand: false, note: '', holds: event.holds } : g.user,
  }
  const { g: noted } = addRow(
    step,
    { ...after, ...grownCaps(g, after) },
    {
      kind: 'note',
      text: isUser
        ? `${seat.name} took seat ${seat.number}.`
        : `${event.name} seated ${seat.name} (${seat.number}).`,
    },
  )
  const role = seat.role === '' ? '' : `, ${quotable(seat.role)},`
  const who = isUser ? `${called(seat)}, your user,` : `${called(seat)}${role}`
  const away = isUser ? `${calledAway(noted, seat, step.self)},` : who
  const joined = 'has joined the gathering and speaks in this round, in the order of the numbers.'
  tellAll(step, noted, `${who} ${joined}`, seat.number, `${away} ${joined}`)
  if (seat.agent !== null) {
    if (step.find(seat.agent)) step.set(seat.agent, { gatheringId: g.id })
    step.announce('gathering.seated', { g: noted, agents: [seat.agent] })
    bringUpToDate(step, noted, seat, seat.agent, event.rows)
  }
  return { kind: 'gathering', gathering: noted }
}

function askAgain(step: Step, g: Gathering, seat: Seat, { name, rows }: EventOf<'gathering.joined'>): Answer {
  const others = { ...g, seats: g.seats.filter((one) => one !== seat) }
  const problem = obstacleToJoin(step, others, seat, null)
  if (problem !== null || seat.agent === null) return refuse('wrong_state', problem ?? movedOn)
  if (rows.length !== g.rows) return refuse('wrong_state', movedOn)
  const text = `${name} asked ${seat.name} (${seat.number}) again.`
  const { g: noted } = addRow(step, rejoin(step, g, seat), { kind: 'note', text })
  step.announce('gathering.seated', { g: noted, agents: [seat.agent] })
  bringUpToDate(step, noted, seat, seat.agent, rows)
  return { kind: 'gathering', gathering: noted }
}

function bringUpToDate(step: Step, g: Gathering, seat: Seat, to: AgentId, rows: readonly Utterance[]): void {
  seed(step, g, { ...seat, agent: to }, 'later')
  catchUp(step, g, rows, { number: seat.number, to })
}

/** Creates the seat's tab if needed; `tab`: its name. */
export function seatWithTab(step: Step, seat: Seat, tab: NameKeys | null): Seat {
  if (seat.spawn === null || tab === null) return seat
  const { role, spawn } = seat
  const answer = create(step, { type: 'agent.created', name: tab, policy: 'hybrid', role, ...spawn })
  return answer.kind === 'agent' ? { ...seat, agent: answer.agent, spawn: null } : seat
}

/** A cap with room for every turn grows for the new seat; a lower one was the user's choice. */
function grownCaps(was: Gathering, is: Gathering): Pick<Gathering, 'maxTurns' | 'caps'> {
  const [before, more] = [mostTurns(was), mostTurns(is) - mostTurns(was)]
  return {
    maxTurns: was.maxTurns >= before ? was.maxTurns + more : was.maxTurns,
    caps: { ...was.caps, turns: was.caps.turns >= before ? was.caps.turns + more : was.caps.turns },
  }
}

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
    bringUpToDate(step, noted, harvester, harvester.agent, event.rows)
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
