import type { Closing, NoHarvest } from '../../contract/closing-facts.ts'
import { noHarvestWords } from '../../contract/closing-words.ts'
import type { Gathering, HarvestCardId } from '../../contract/gatherings.ts'
import type { HarvestCard } from '../../contract/harvests.ts'
import type { Answer } from '../events.ts'
import { refuse } from '../mail/mailbox.ts'
import { capOver } from '../budget/caps.ts'
import type { Step } from '../step.ts'
import { absenceOf } from './seats.ts'
import { close } from './closing.ts'
import { callIn, forget } from './piece-frames.ts'
import { takenApart } from './parse-harvest.ts'
import { addRow } from './append-log.ts'
import { tellAll } from './notify-members.ts'
import { openSealed } from './speaking.ts'

/** Least time, in ms, within which the harvester's prompt must be written; longer where a beat is. */
const harvestWait = 60_000
/** How long the harvest may take to be written, in ms. */
export const harvestTime = 10 * 60 * 1000
/** Longest that a cap keeps the harvester from being asked, in ms. */
const mostWait = 24 * 60 * 60 * 1000

/** The talking is over: the harvester is asked, if there is something to harvest and somebody to do it. */
export function beginHarvest(step: Step, from: Gathering, closing: Closing): Gathering {
  if (from.piece) forget(step, from, from.piece)
  const g = openSealed(step, { ...from, piece: null, paused: null, harvesting: null })
  if (g.index.every(({ first }) => first === ''))
    return close(step, { ...g, unharvested: { kind: 'nothingSaid' } }, closing)
  const { agent, name } = g.harvester
  const reason = absenceOf(agent === null ? undefined : step.find(agent))
  if (reason !== null) return close(step, noHarvest(step, g, { kind: 'absent', name, reason }), closing)
  const free = `All rounds of "${g.topic}" are spoken. ${name} writes the harvest; your part is done.`
  tellAll(step, g, free, 0)
  if (agent !== null) step.markDirty(agent)
  return step.gathering({
    ...g,
    stage: 'harvesting',
    stageAt: step.now,
    harvesting: { since: step.now, writtenAt: null, closing },
  })
}

function noHarvest(step: Step, g: Gathering, why: NoHarvest): Gathering {
  const text = `There is no harvest: ${noHarvestWords(why)}.`
  const { g: noted } = addRow(step, g, { kind: 'note', text })
  return { ...noted, unharvested: why }
}

/** Whether the harvester is to be asked now. */
export function harvestDue({ stage, harvesting }: Gathering): boolean {
  return stage === 'harvesting' && harvesting !== null && harvesting.writtenAt === null
}

/** When a harvest is given up. */
export function harvestEnd(
  { since, writtenAt }: NonNullable<Gathering['harvesting']>,
  interval: number,
): number {
  return writtenAt === null ? since + Math.max(interval, harvestWait) : writtenAt + harvestTime
}

/** Nobody waits for the harvest any more: what its harvester writes ends. Answers what there is of it. */
export function stopHarvester(step: Step, g: Gathering): string {
  const { agent } = g.harvester
  const { turn = null, run = 0 } = (agent !== null && step.find(agent)) || {}
  if (agent === null || turn === null || callIn(turn.promptedBy)?.gathering !== g.id) return ''
  step.emit({ do: 'agent.interrupt', agent, run })
  return turn.text
}

/** A harvest does not hold up the end of a gathering for ever. */
export function tendHarvest(step: Step, g: Gathering): void {
  const { agent, name } = g.harvester
  const { harvesting } = g
  if (!harvesting || agent === null || step.limits.stopped !== null) return
  const state = step.find(agent)
  if (state && harvesting.writtenAt === null && capOver(step, state) !== null && waitsForCap(step, g)) return
  const reason = absenceOf(state)
  if (reason !== null) return giveUp(step, g, { kind: 'absent', name, reason })
  if (step.now < harvestEnd(harvesting, g.interval)) {
    if (harvesting.writtenAt === null) step.markDirty(agent)
    return
  }
  if (harvesting.writtenAt === null) return giveUp(step, g, { kind: 'unasked', name })
  const text = stopHarvester(step, g)
  if (text !== '') return harvested(step, g, text)
  giveUp(step, g, { kind: 'unfinished', name })
}

/** While a cap keeps the harvester from being asked its time does not run; for a day at most. */
function waitsForCap(step: Step, g: Gathering): boolean {
  const { harvesting, interval, stageAt } = g
  if (!harvesting || step.now >= stageAt + mostWait) return false
  if (step.now >= harvestEnd(harvesting, interval))
    step.gathering({ ...g, harvesting: { ...harvesting, since: step.now } })
  return true
}

function giveUp(step: Step, g: Gathering, why: NoHarvest): void {
  if (g.harvesting) close(step, noHarvest(step, g, why), g.harvesting.closing)
}

/** The harvester has answered; null or nothing: it could not. */
export function harvested(step: Step, g: Gathering, text: string | null): void {
  const { harvesting } = g
  if (g.stage !== 'harvesting' || !harvesting) return
  if (text === null || text.trim() === '') return giveUp(step, g, { kind: 'empty', name: g.harvester.name })
  const harvest = { text: text.trim(), at: step.now, cards: cardsOf(step, text) }
  if (g.harvester.agent !== null && step.find(g.harvester.agent))
    step.agent(g.harvester.agent, { lastLine: `Harvested “${g.topic}”` })
  close(step, { ...g, harvest }, harvesting.closing)
}

/** What it proposes to file, each with a name. */
function cardsOf(step: Step, text: string): readonly HarvestCard[] {
  return takenApart(text).cards.map((card) => ({
    id: step.ids.next('hcd'),
    ...card,
    state: 'proposed',
    at: step.now,
  }))
}

/** What became of something that a harvest proposed. */
export function decideCard(step: Step, g: Gathering, id: HarvestCardId, state: 'filed' | 'refused'): Answer {
  const card = g.harvest?.cards.find((one) => one.id === id)
  if (!g.harvest || !card) return refuse('not_found', 'There is no such card in that harvest.')
  if (card.state !== 'proposed') return refuse('wrong_state', `It was ${card.state} already.`)
  const cards = g.harvest.cards.map((one) => (one === card ? { ...one, state, at: step.now } : one))
  return { kind: 'gathering', gathering: step.gathering({ ...g, harvest: { ...g.harvest, cards } }) }
}
