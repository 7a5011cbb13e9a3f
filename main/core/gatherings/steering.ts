import type { Gathering, GatheringId, PieceTurn } from '../../contract/gatherings.ts'
import type { AgentId } from '../../contract/model.ts'
import type { Answer, Command } from '../events.ts'
import { refuse } from '../mail/mailbox.ts'
import type { Step } from '../step.ts'
import { utf8Length } from '../text.ts'
import { answering, cutShort } from './beats.ts'
import { whoIsLeft } from './circle-prompts.ts'
import { humanSeat, isSealed, leftOf, mustSit, seatNamed, seatOf } from './circle.ts'
import { synced } from './clock.ts'
import { close } from './closing.ts'
import { personNamed } from './doers.ts'
import { beginHarvest, stopHarvester } from './harvest.ts'
import { moveOn } from './piece.ts'
import { putAway } from './proposals.ts'
import { addRow } from './rows.ts'
import { hostSays, openSealed, utter, utteranceBytes, type Said } from './speaking.ts'

type Spoken = Extract<Command, { type: 'gathering.said' }>
type Passed = Extract<Command, { type: 'gathering.passed' }>
type Steered = Extract<Command, { type: 'gathering.steered' }>

/** Most bytes of a note kept for one's turn. */
export const noteBytes = 16 * 1024

const gone = (): Answer => refuse('not_found', 'There is no such gathering, or it is closed.')
const give = (step: Step, { id }: Gathering): Answer => {
  const gathering = step.gatherings.get(id)
  return gathering ? { kind: 'gathering', gathering } : gone()
}

/** A running gathering, with a sign of the person's life in it. */
function live(step: Step, id: GatheringId): Gathering | null {
  const g = step.gatherings.get(id)
  if (g?.stage !== 'running' && g?.stage !== 'harvesting') return null
  return g.human?.away ? step.gathering({ ...g, human: { ...g.human, away: false } }) : g
}

/** The person speaks: with the piece, else as the host, which pauses the circle. */
export function say(step: Step, event: Spoken): Answer {
  const g = live(step, event.gathering)
  if (!g) return gone()
  const text = event.text.trim()
  if (text === '') return refuse('empty_message', 'There are no words. Pass, or keep silence.')
  if (utf8Length(text) > utteranceBytes)
    return refuse('too_large', 'Words to a circle have 60 KiB at most. Put the rest into a file and name it.')
  if (g.stage === 'harvesting')
    return refuse('wrong_state', 'All rounds are spoken: the harvest is being written.')
  const { piece } = g
  const isTheirs = piece !== null && humanSeat(g)?.number === piece.number
  // What was meant for a turn that is over is not said as the host instead.
  if (!event.host && event.grant !== null && !(isTheirs && event.grant === piece.id))
    return refuse('stale_turn', 'The piece had moved on before your words came: nobody was given them.')
  if (event.host || !isTheirs) {
    const paused = { why: 'host', name: event.name, at: step.now } as const
    const said = hostSays(step, g, event.name, text)
    return give(step, synced(step, step.gathering({ ...said, paused: said.paused ?? paused })))
  }
  const to = target(g, event.to)
  if (typeof to === 'string') return refuse('wrong_state', to)
  const after = utter(step, g, personsWords(step, piece, text, 'speech'))
  const noted = step.gathering({ ...after, human: after.human && { ...after.human, note: '' } })
  if (!event.keep) moveOn(step, noted, to)
  return give(step, g)
}

function personsWords(step: Step, { since, beat }: PieceTurn, text: string, as: Said['as']): Said {
  const ms = step.now - since
  return { agent: null, turn: null, turnNumber: null, costUsd: 0, tools: 0, cut: false, text, ms, beat, as }
}

/** Whose turn is wished for: null for the next in order; words that say why not. */
function target(g: Gathering, to: string | null): number | null | string {
  if (to === null) return null
  const seat = seatNamed(g, to)
  if (!seat) return `There is no seat "${to.slice(0, 60)}" here. Still to speak: ${whoIsLeft(g)}.`
  if (leftOf(g).some(({ number }) => number === seat.number && number !== g.piece?.number)) return seat.number
  return `${seat.name} has had their turn in this round. Still to speak: ${whoIsLeft(g)}.`
}

/** The holder passes: the person at once, an agent when the turn that it says so in ends. */
export function pass(step: Step, event: Passed): Answer {
  if (event.by.kind === 'agent') return passByTool(step, event, event.by.id)
  const g = event.gathering === null ? null : live(step, event.gathering)
  if (!g) return gone()
  const { piece } = g
  if (!piece || humanSeat(g)?.number !== piece.number)
    return refuse('wrong_state', 'You do not have the piece.')
  if ((event.grant ?? piece.id) !== piece.id)
    return refuse('stale_turn', `That turn is not the present one, which is ${piece.id}.`)
  const to = target(g, event.to)
  if (typeof to === 'string') return refuse('wrong_state', to)
  const words = personsWords(step, piece, '', event.silent ? 'silence' : 'pass')
  moveOn(step, utter(step, g, words), to)
  return give(step, g)
}

function passByTool(step: Step, { gathering, grant, to: name }: Passed, agent: AgentId): Answer {
  const { sits = null, turn = null } = step.find(agent) ?? {}
  const g = sits === null ? undefined : step.gatherings.get(sits)
  const seat = g && seatOf(g, agent)
  if (!g || !seat || (gathering !== null && gathering !== g.id))
    return refuse('not_found', 'You do not sit in that gathering.')
  const { piece } = g
  const isHolder = g.stage === 'running' && piece?.number === seat.number
  if (!piece || !isHolder || grant !== piece.id || turn?.piece?.grant !== piece.id) {
    const holder = piece ? mustSit(g, piece.number) : null
    const who = holder ? `${holder.name} (${holder.number}) has it` : 'nobody has it'
    return refuse(
      'stale_turn',
      `That is not your turn with the piece: ${who}. It comes back with a [Piece: ...] prompt.`,
    )
  }
  const to = target(g, name)
  if (typeof to === 'string') return refuse('wrong_state', to)
  return { kind: 'gathering', gathering: step.gathering({ ...g, piece: { ...piece, passing: { to } } }) }
}

/** Everything else that the person's hand does. */
export function steer(step: Step, event: Steered): Answer {
  const found = step.gatherings.get(event.gathering)
  if (event.verb === 'close' && found?.stage === 'proposed') return putAway(step, found, event.name)
  const g = live(step, event.gathering)
  if (!g) return gone()
  if (event.verb === 'close') return end(step, g, event.name)
  if (g.stage === 'harvesting' && event.verb !== 'here')
    return refuse('wrong_state', 'All rounds are spoken: the harvest is being written.')
  const problem = verbs[event.verb](step, g, event)
  return problem === null ? give(step, g) : refuse('wrong_state', problem)
}

/** What a verb does; words that say why it cannot. */
type Verb = (step: Step, g: Gathering, event: Steered) => string | null

const noSeat = 'You have no seat in this circle. Speak as the host, or pause it.'
const noPiece = 'Nobody has the piece now.'

const verbs: Readonly<Record<Exclude<Steered['verb'], 'close'>, Verb>> = {
  here: () => null,
  note: (step, g, { text }) => {
    if (!g.human) return noSeat
    step.gathering({ ...g, human: { ...g.human, note: text.trim() } })
    return null
  },
  hand: (step, g) => {
    if (!g.human) return noSeat
    step.gathering({ ...g, human: { ...g.human, hand: !g.human.hand } })
    return null
  },
  take: (step, g) => take(step, g),
  pause: (step, g, { name }) => {
    if (g.paused) return 'It is paused already.'
    step.gathering(synced(step, { ...g, paused: { why: 'person', name, at: step.now } }))
    return null
  },
  hold: (step, g) => {
    if (!g.piece) return noPiece
    step.gathering(synced(step, { ...g, piece: { ...g.piece, held: true } }))
    return null
  },
  resume: (step, g) => resume(step, g),
  skip: (step, g, { to, name }) => skip(step, g, to, name),
  extend: (step, g) => {
    const { piece } = g
    if (!piece) return noPiece
    // The clock of the last beat begins anew: one more beat from now on.
    const clockFrom =
      piece.clockFrom === null || piece.beat < piece.beats
        ? piece.clockFrom
        : step.now - piece.beats * g.interval
    step.gathering({ ...g, maxTurns: g.maxTurns + 1, piece: { ...piece, clockFrom, beats: piece.beats + 1 } })
    return null
  },
  open: (step, g) => {
    if (!isSealed(g)) return 'Nothing is under seal.'
    openSealed(step, step.gathering({ ...g, sealed: false }))
    return null
  },
}

/** The person's seat is next: the circle yields when the answer that is being written ends. */
function take(step: Step, g: Gathering): string | null {
  const seat = humanSeat(g)
  const { piece } = g
  if (!seat) return noSeat
  if (!piece || piece.number === seat.number) return 'You have the piece.'
  const next = { ...g, next: seat.number }
  const { agent } = mustSit(g, piece.number)
  const state = agent === null ? undefined : step.find(agent)
  const at = state && answering(state, piece)
  if (at?.isWriting || at?.isUnread) {
    step.gathering({ ...next, piece: { ...piece, ending: { why: 'taken', at: step.now } } })
    return null
  }
  // Whoever has not been asked yet keeps the turn for later.
  moveOn(step, next, null, piece.clockFrom === null ? 'kept' : 'had')
  return null
}

/** Lifts a pause and a hold; a cap is raised by what it was at first. */
function resume(step: Step, g: Gathering): string | null {
  const { paused, piece, caps } = g
  if (!paused && !piece?.held) return 'It runs already.'
  const raised =
    paused?.why === 'cap'
      ? {
          maxTurns: Math.max(g.maxTurns, g.turns + 1) + caps.turns,
          maxCost: g.maxCost === null ? null : Math.max(g.maxCost, g.costUsd) + (caps.cost ?? g.maxCost),
        }
      : {}
  step.gathering(synced(step, { ...g, ...raised, paused: null, piece: piece && { ...piece, held: false } }))
  return null
}

/** This turn ends; what is completed of it counts. */
function skip(step: Step, g: Gathering, to: string | null, name: string): string | null {
  const { piece } = g
  if (!piece) return noPiece
  const wanted = target(g, to)
  if (typeof wanted === 'string') return wanted
  const seat = mustSit(g, piece.number)
  const noted = addRow(step, g, {
    kind: 'note',
    text: `${name} ended the turn of ${seat.name} (${seat.number}).`,
  }).g
  const next = wanted === null ? noted : step.gathering({ ...noted, next: wanted })
  const state = seat.agent === null ? undefined : step.find(seat.agent)
  if (state && answering(state, piece).isWriting) cutShort(step, next, 'skipped')
  else moveOn(step, next, null)
  return null
}

/** Ends it with a harvest of what there is; once more while that is written: without one. */
function end(step: Step, g: Gathering, name: string): Answer {
  const closing = { ...personNamed(name), at: step.now, kind: 'ended', why: `${name} ended it` } as const
  if (g.stage === 'harvesting') {
    stopHarvester(step, g)
    const unharvested = `${name} did not wait for it`
    return { kind: 'gathering', gathering: close(step, { ...g, unharvested }, closing) }
  }
  const { piece } = g
  const agent = piece ? mustSit(g, piece.number).agent : null
  const state = agent === null ? undefined : step.find(agent)
  if (piece && state && answering(state, piece).isWriting && piece.ending?.why !== 'closed') {
    cutShort(
      step,
      step.gathering({ ...g, harvesting: { since: step.now, writtenAt: null, closing } }),
      'closed',
    )
    return give(step, g)
  }
  return { kind: 'gathering', gathering: beginHarvest(step, g, closing) }
}
