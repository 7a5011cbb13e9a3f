import { allTokens, type Raise } from '../../contract/budget/budget.ts'
import { type Gathering, isSealed } from '../../contract/gatherings/gatherings.ts'
import type { Answer, EventOf } from '../step/events.ts'
import { refuse } from '../mail/mailbox.ts'
import type { Step } from '../step/step.ts'
import { answering, cutShort } from './tick.ts'
import { mostTurns } from './validate-plan.ts'
import { holderOf, userSeat, mustSit } from './seats.ts'
import { askOf } from './seats-away.ts'
import { syncClock, pausedBy } from './turn-clock.ts'
import { addRow, userNamed } from './append-log.ts'
import { beginHarvest, closeWithoutHarvest } from './harvest.ts'
import { gatheringAnswer, gatheringGone, live, target } from './holder-commands.ts'
import { moveOn } from './piece.ts'
import { putAway } from './closing.ts'
import { openSealed } from './speaking.ts'

type Steered = EventOf<'gathering.steered'>

export function steerGathering(step: Step, event: Steered): Answer {
  const found = step.gatherings.get(event.gathering)
  if (event.verb === 'close' && found?.stage === 'proposed') return putAway(step, found, event.name)
  const g = live(step, event.gathering)
  if (!g) return gatheringGone()
  if (event.verb === 'close') return end(step, g, event.name)
  if (g.stage === 'harvesting' && event.verb !== 'here')
    return refuse('wrong_state', 'All rounds are spoken: the harvest is being written.')
  const problem = verbs[event.verb](step, g, event)
  return problem === null ? gatheringAnswer(step, g) : refuse('wrong_state', problem)
}

/** Returns why it can't be done, or null. */
type Verb = (step: Step, g: Gathering, event: Steered) => string | null

const noSeat = 'You have no seat in this circle. Speak as the host, or pause it.'
const noPiece = 'Nobody has the piece now.'

const verbs: Readonly<Record<Exclude<Steered['verb'], 'close'>, Verb>> = {
  here: () => null,
  note: (step, g, { text }) => {
    if (!g.user) return noSeat
    step.gathering({ ...g, user: { ...g.user, note: text.trim() } })
    return null
  },
  hand: (step, g) => {
    if (!g.user) return noSeat
    step.gathering({ ...g, user: { ...g.user, hand: !g.user.hand } })
    return null
  },
  take,
  pause: (step, g, { name }) => {
    if (g.paused) return 'It is paused already.'
    pausedBy(step, g, { why: 'user', name, at: step.now })
    return null
  },
  hold: (step, g) => {
    if (!g.piece) return noPiece
    if (g.piece.ending) return 'This turn is ending already: its answer is cut short.'
    step.gathering(syncClock(step, { ...g, piece: { ...g.piece, held: true } }))
    return null
  },
  resume,
  skip: (step, g, { to, name }) => skip(step, g, to, name),
  extend,
  open: (step, g) => {
    if (!isSealed(g)) return 'Nothing is under seal.'
    if (g.phase === 'decision') return 'All answers are opened together, once everyone has answered.'
    openSealed(step, step.gathering({ ...g, sealed: false }))
    return null
  },
}

/** The user's seat is next, once the current answer ends. */
function take(step: Step, g: Gathering): string | null {
  const seat = userSeat(g)
  const { piece } = g
  if (!seat) return noSeat
  if (!piece || piece.number === seat.number) return 'You have the piece.'
  const next = { ...g, next: seat.number }
  const holder = holderOf(step, g)
  const at = holder && answering(holder, piece)
  if (at?.isWriting || at?.isUnread || isAskedAway(step, g)) {
    step.gathering({ ...next, piece: { ...piece, ending: { why: 'taken', at: step.now } } })
    return null
  }
  // A holder that wasn't asked yet keeps its turn for later.
  moveOn(step, next, null, piece.clockFrom === null ? 'kept' : 'had')
  return null
}

/** Lifts a pause and a hold; a cap is raised by its initial value. */
function resume(step: Step, g: Gathering): string | null {
  const { paused, piece } = g
  if (!paused && !piece?.held) return 'It runs already.'
  const caps = paused?.why === 'cap' ? raisedCaps(g) : {}
  pausedBy(step, { ...g, ...caps, piece: piece && { ...piece, held: false } }, null)
  return null
}

function raisedCaps(g: Gathering): Pick<Gathering, 'maxTurns' | 'maxCost' | 'maxTokens'> {
  const { caps, turns, costUsd, tokens, maxTurns, maxCost, maxTokens } = g
  return {
    maxTurns: Math.max(maxTurns, turns + 1) + caps.turns,
    maxCost: maxCost === null ? null : Math.max(maxCost, costUsd) + (caps.cost ?? maxCost),
    maxTokens:
      maxTokens === null ? null : Math.max(maxTokens, allTokens(tokens)) + (caps.tokens ?? maxTokens),
  }
}

/**
 * The user raises the caps: by their initial values, or by what they typed. Returns why it can't be done, or
 * null.
 */
export function goOnOver(step: Step, g: Gathering, add: Partial<Raise>): string | null {
  const isAtCap = g.paused?.why === 'cap'
  const isTyped = add.usd !== undefined || add.tokens !== undefined
  if (!isAtCap && !isTyped) return 'That gathering has not reached a limit. Give how much to add.'
  const again = raisedCaps(g)
  const more = (limit: number | null, used: number, typed: number | undefined): number | null =>
    limit === null || typed === undefined ? limit : Math.max(limit, used) + typed
  const caps = isTyped
    ? {
        maxTurns: g.turns + 1 >= g.maxTurns ? again.maxTurns : g.maxTurns,
        maxCost: more(g.maxCost, g.costUsd, add.usd),
        maxTokens: more(g.maxTokens, allTokens(g.tokens), add.tokens),
      }
    : again
  pausedBy(step, { ...g, ...caps }, isAtCap ? null : g.paused)
  return null
}

/** Adds a beat; the last beat's clock restarts. */
function extend(step: Step, g: Gathering): string | null {
  const { piece } = g
  if (!piece) return noPiece
  const isLast = piece.clockFrom !== null && piece.beat >= piece.beats
  const clockFrom = isLast ? step.now - piece.beats * g.interval : piece.clockFrom
  // A cap with room for every beat grows too; a lower one was the user's choice.
  const maxTurns = g.maxTurns >= mostTurns(g) ? g.maxTurns + 1 : g.maxTurns
  // A holder that finished during a hold is asked again.
  step.gathering({ ...g, maxTurns, piece: { ...piece, clockFrom, done: null, beats: piece.beats + 1 } })
  return null
}

/** Ends this turn; what is complete of it counts. */
function skip(step: Step, g: Gathering, to: string | null, name: string): string | null {
  const { piece } = g
  if (!piece) return noPiece
  const wanted = target(g, to)
  if (typeof wanted === 'string') return wanted
  const seat = mustSit(g, piece.number)
  const text = `${name} ended the turn of ${seat.name} (${seat.number}).`
  const noted = addRow(step, g, { kind: 'note', text }).g
  const next = wanted === null ? noted : step.gathering({ ...noted, next: wanted })
  if (isWriting(step, next)) cutShort(step, next, 'skipped')
  else moveOn(step, next, null)
  return null
}

/** Ends it with a harvest of what there is; a second time, during the harvest, without one. */
function end(step: Step, g: Gathering, name: string): Answer {
  const closing = { ...userNamed(name), at: step.now, kind: 'ended' } as const
  if (g.stage === 'harvesting') {
    return { kind: 'gathering', gathering: closeWithoutHarvest(step, g, closing) }
  }
  if (!isWriting(step, g) || g.piece?.ending?.why === 'closed')
    return { kind: 'gathering', gathering: beginHarvest(step, g, closing) }
  const harvesting = { since: step.now, writtenAt: null, closing, draft: null, from: 'circle' } as const
  cutShort(step, step.gathering({ ...g, harvesting }), 'closed')
  return gatheringAnswer(step, g)
}

function isWriting(step: Step, g: Gathering): boolean {
  const holder = holderOf(step, g)
  return (
    g.piece !== null &&
    ((holder !== undefined && answering(holder, g.piece).isWriting) || isAskedAway(step, g))
  )
}

function isAskedAway(step: Step, g: Gathering): boolean {
  const agent = g.piece && mustSit(g, g.piece.number).agent
  return g.piece !== null && agent !== null && askOf(step, agent, g.piece)?.state === 'read'
}
