import type { Closing, NoHarvest } from '../../contract/gatherings/closing-facts.ts'
import { closingWords, noHarvestWords } from '../../contract/gatherings/closing-words.ts'
import type { Gathering } from '../../contract/gatherings/gatherings.ts'
import type { HarvestCard } from '../../contract/gatherings/harvests.ts'
import type { Answer, EventOf } from '../step/events.ts'
import { sendWords } from '../mail/mail.ts'
import { refuse } from '../mail/mailbox.ts'
import { capOver } from '../budget/caps.ts'
import type { Step } from '../step/step.ts'
import { absenceOf } from './seats.ts'
import { closeGathering } from './closing.ts'
import { callIn } from '../step/frames-and-turns.ts'
import { dropPieceFrames, endPieceTurn } from './piece-frames.ts'
import { countFounded, unfoundedIn, splitHarvest } from './parse-harvest.ts'
import { addRow } from './append-log.ts'
import { closeDecision } from './decisions.ts'
import { withDecision } from '../../contract/gatherings/decision-words.ts'
import { roundText } from './prompts.ts'
import { tellAll } from './notify-members.ts'
import { openSealed } from './speaking.ts'
import { harvestEnd } from './turn-clock.ts'

/** How long a cap may delay the harvest, in ms. */
const mostWait = 24 * 60 * 60 * 1000

/** The talk is over: asks the harvester, if there is something to harvest and the harvester is available. */
export function beginHarvest(step: Step, from: Gathering, closing: Closing): Gathering {
  if (from.piece) dropPieceFrames(step, from, from.piece)
  const opened = openSealed(step, { ...from, piece: null, paused: null, harvesting: null })
  const g = closeDecision(step, opened)
  if (g.index.every(({ first }) => first === ''))
    return closeGathering(step, { ...g, unharvested: { kind: 'nothingSaid' } }, closing)
  const { agent, name } = g.harvester
  const reason = absenceOf(agent === null ? undefined : step.find(agent))
  if (reason !== null)
    return closeGathering(step, noHarvest(step, g, { kind: 'absent', name, reason }), closing)
  tellAll(step, g, `${endText(g, closing)} ${name} writes the harvest; your part is done.`, 0)
  if (agent !== null) step.dirty.agent(agent)
  return step.gathering({
    ...g,
    stage: 'harvesting',
    stageAt: step.now,
    harvesting: { since: step.now, writtenAt: null, closing, draft: null, from: 'circle' },
  })
}

function endText(g: Gathering, closing: Closing): string {
  if (closing.kind === 'spoken') return `All rounds of "${g.topic}" are over.`
  return `"${g.topic}" has closed in ${roundText(g)}: ${closingWords(closing, 'agent')}.`
}

function noHarvest(step: Step, g: Gathering, why: NoHarvest): Gathering {
  const text = `There is no harvest: ${noHarvestWords(why)}.`
  const { g: noted } = addRow(step, g, { kind: 'note', text })
  return { ...noted, unharvested: why }
}

/** Ends the harvester's turn; returns its text so far. */
function stopHarvester(step: Step, g: Gathering): string {
  const { agent } = g.harvester
  const { turn = null } = (agent !== null && step.find(agent)) || {}
  if (agent === null || turn === null || callIn(turn.promptedBy)?.gathering !== g.id) return ''
  endPieceTurn(step, agent)
  return turn.text
}

export function checkHarvest(step: Step, g: Gathering): void {
  const { agent, name } = g.harvester
  const { harvesting } = g
  if (!harvesting || agent === null || step.limits.stopped !== null) return
  const state = step.find(agent)
  if (state && harvesting.writtenAt === null && capOver(step, state) !== null && waitsForCap(step, g)) return
  const reason = absenceOf(state)
  if (reason !== null) return giveUp(step, g, { kind: 'absent', name, reason })
  if (step.now < harvestEnd(harvesting, g.interval)) {
    if (harvesting.writtenAt === null) step.dirty.agent(agent)
    return
  }
  if (harvesting.writtenAt === null) return giveUp(step, g, { kind: 'unasked', name })
  const text = stopHarvester(step, g)
  if (text !== '') return harvested(step, g, text, false)
  giveUp(step, g, { kind: 'unfinished', name })
}

/** While a cap delays the harvester its time doesn't run, for at most a day. */
function waitsForCap(step: Step, g: Gathering): boolean {
  const { harvesting, interval, stageAt } = g
  if (!harvesting || step.now >= stageAt + mostWait) return false
  if (step.now >= harvestEnd(harvesting, interval))
    step.gathering({ ...g, harvesting: { ...harvesting, since: step.now } })
  return true
}

function giveUp(step: Step, g: Gathering, why: NoHarvest): void {
  if (g.harvesting?.draft) conclude(step, g, g.harvesting.draft)
  else if (g.harvesting) closeGathering(step, noHarvest(step, g, why), g.harvesting.closing)
}

/**
 * The harvester answered; null or empty: it could not. It is asked once more if lines lack a source;
 * `isWhole`: its turn was completed.
 */
export function harvested(step: Step, g: Gathering, text: string | null, isWhole = true): void {
  const { harvesting } = g
  if (g.stage !== 'harvesting' || !harvesting) return
  const said = text?.trim() ?? ''
  if (said === '') return giveUp(step, g, { kind: 'empty', name: g.harvester.name })
  const { draft } = harvesting
  if (draft !== null) return conclude(step, g, isWhole ? bettered(g, draft, said) : draft)
  if (!isWhole || !mayAskAgain(g) || unfoundedIn(said, g.index).length === 0) return conclude(step, g, said)
  step.gathering({ ...g, harvesting: { ...harvesting, since: step.now, writtenAt: null, draft: said } })
  if (g.harvester.agent !== null) step.dirty.agent(g.harvester.agent)
}

const mayAskAgain = ({ turns, maxTurns, costUsd, maxCost }: Gathering): boolean =>
  turns < maxTurns && (maxCost === null || costUsd < maxCost)

/** The second draft if it lost no sourced line and has fewer unsourced ones, else the first. */
function bettered({ index }: Gathering, draft: string, again: string): string {
  const [first, second] = [draft, again].map((text) => countFounded(text, index))
  if (!first || !second || second.founded < first.founded || second.unfounded >= first.unfounded) return draft
  const isBare = splitHarvest(again).cards.length === 0
  return isBare ? [again, ...splitHarvest(draft).blocks].join('\n\n') : again
}

function conclude(step: Step, g: Gathering, text: string): void {
  if (!g.harvesting) return
  const whole = g.decision ? withDecision(text, g.decision) : text
  const harvest = { text: whole, at: step.now, cards: cardsOf(step, text) }
  if (g.harvester.agent !== null && step.find(g.harvester.agent))
    step.agent(g.harvester.agent, { lastLine: `Harvested “${g.topic}”` })
  closeGathering(step, { ...g, harvest, unharvested: null }, g.harvesting.closing)
}

/** The user closes without waiting for the harvest; an existing draft is kept. */
export function closeWithoutHarvest(step: Step, g: Gathering, by: Closing): Gathering {
  stopHarvester(step, g)
  const { draft = null, from, closing } = g.harvesting ?? {}
  if (draft !== null) {
    conclude(step, g, draft)
    return step.gatherings.get(g.id) ?? g
  }
  const unharvested = { kind: 'unawaited', name: by.name } as const
  return closeGathering(step, { ...g, unharvested }, from === 'closed' && closing ? closing : by)
}

function cardsOf(step: Step, text: string): readonly HarvestCard[] {
  return splitHarvest(text).cards.map((card) => ({
    id: step.ids.next('hcd'),
    ...card,
    state: 'proposed',
    at: step.now,
  }))
}

export function decideCard(
  step: Step,
  g: Gathering,
  { card: id, state, home, to, by, byName }: EventOf<'gathering.carded'>,
): Answer {
  const card = g.harvest?.cards.find((one) => one.id === id)
  if (!g.harvest || !card) return refuse('not_found', 'There is no such card in that harvest.')
  if (card.state !== 'proposed') return refuse('wrong_state', `It was ${card.state} already.`)
  if (to !== null) {
    const sent = sendWords(step, { from: by, fromName: byName, to, body: card.text })
    if (sent.kind === 'refused') return sent
  }
  const given = to === null ? {} : { to: step.get(to).agent.name }
  const done = { state, path: home ?? card.path, at: step.now, ...given }
  const cards = g.harvest.cards.map((one) => (one === card ? { ...one, ...done } : one))
  return { kind: 'gathering', gathering: step.gathering({ ...g, harvest: { ...g.harvest, cards } }) }
}
