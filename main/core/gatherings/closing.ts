import type { Closing } from '../../contract/gatherings/closing-facts.ts'
import { closingWords } from '../../contract/gatherings/closing-words.ts'
import type { Gathering } from '../../contract/gatherings/gatherings.ts'
import { isRemote } from '../step/peer-ids.ts'
import { resumeLinks } from '../links/links.ts'
import { acceptFromJanus, refuse } from '../mail/mailbox.ts'
import type { Step } from '../step/step.ts'
import { membersOf } from './seats.ts'
import { readableHarvest } from './parse-harvest.ts'
import { dropFrame } from './piece-frames.ts'
import { isOfPieceTurn } from '../step/frames-and-turns.ts'
import { tellAll, tellUsersAway } from './notify-members.ts'
import type { Actor } from '../../contract/api/model.ts'
import type { Answer } from '../step/events.ts'
import { userNamed } from './append-log.ts'

export function closeGathering(step: Step, g: Gathering, closed: Closing): Gathering {
  const over = step.gathering({
    ...g,
    stage: 'closed',
    stageAt: step.now,
    // One that is harvested later keeps the time of its close.
    closed: { ...closed, at: g.harvesting?.from === 'closed' ? closed.at : step.now },
    piece: null,
    paused: null,
    harvesting: null,
    sealedUtterances: [],
  })
  for (const { agent } of membersOf(over)) {
    const state = step.find(agent)
    if (!state) continue
    if (state.gatheringId === g.id) step.set(agent, { gatheringId: null })
    for (const frame of state.frames)
      if (frame.phase === 'unfinished' && isOfPieceTurn(frame, null)) dropFrame(step, frame)
  }
  tellUsers(step, over)
  step.announce('gathering.freed', { g: over })
  resumeLinks(step)
  step.emit({ do: 'gathering.keep', gathering: g.id })
  return over
}

/**
 * Sends remote users the result as the local user sees it; ids of utterances mean nothing on their machines.
 */
function tellUsers(step: Step, g: Gathering): void {
  const { topic, closed, harvest } = g
  const end = closed ? `The gathering "${topic}" is closed: ${closingWords(closed, 'agent')}.` : ''
  const words = harvest
    ? `${end} Its harvest:\n\n${readableHarvest(harvest.text)}`
    : `${end} There is no harvest.`
  tellUsersAway(step, g, words)
}

export function reportHarvestFile(step: Step, g: Gathering, path: string | null, problem: string): void {
  if (g.stage !== 'closed' || g.closed === null) return
  const where = path === null ? `It could not be written to a file: ${problem}` : `It is kept in ${path}`
  const { by } = g.convened
  const proposer = by.kind === 'agent' && step.find(by.id) ? by.id : null
  const begun = `The gathering "${g.topic}" is closed: ${closingWords(g.closed, 'agent')}.`
  // Not again to members that were told before, nor to remote ones, who were told at the close.
  const isLater = g.stageAt > g.closed.at
  const others = isLater ? [] : g.seats.filter(({ agent }) => agent !== proposer && !isRemote(agent ?? ''))
  tellAll(
    step,
    { ...g, seats: others },
    `${begun} ${where}. Nothing follows from it for you until your user asks.`,
    0,
  )
  if (proposer !== null) {
    const harvest = g.harvest ? `\n\nIts harvest:\n\n${g.harvest.text}` : '\n\nThere is no harvest.'
    acceptFromJanus(step, {
      to: proposer,
      priority: 'normal',
      body: `${begun} ${where}.${harvest}`,
      depth: g.depth,
    })
  }
  step.gathering({ ...g, exportedFile: { path, problem } })
}

type Dismissal = Actor & { readonly kind: 'dismissed' | 'unstarted' }

export function dismiss(step: Step, g: Gathering, why: Dismissal): Answer {
  const { by } = g.convened
  const closed: Closing = { ...why, at: step.now }
  if (by.kind === 'agent' && step.find(by.id))
    acceptFromJanus(step, {
      to: by.id,
      body: `The gathering "${g.topic}" that you proposed does not take place: ${closingWords(closed, 'agent')}.`,
      priority: 'normal',
    })
  const gathering = step.gathering({
    ...g,
    stage: 'closed',
    stageAt: step.now,
    closed,
    // Nothing was said, so there is no file.
    exportedFile: { path: null, problem: '' },
    archived: true,
  })
  return { kind: 'gathering', gathering }
}

export function putAway(step: Step, g: Gathering, name: string): Answer {
  if (g.stage === 'proposed') return dismiss(step, g, { ...userNamed(name), kind: 'dismissed' })
  if (g.stage !== 'closed') return refuse('wrong_state', 'It is not over. Close it first.')
  return { kind: 'gathering', gathering: step.gathering({ ...g, archived: true }) }
}
