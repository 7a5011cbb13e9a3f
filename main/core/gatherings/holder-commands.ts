import { utteranceLimit } from '../../contract/api/limits.ts'
import type { Gathering, GatheringId, SpeakingTurn } from '../../contract/gatherings/gatherings.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { Answer, EventOf } from '../step/events.ts'
import { refuse } from '../mail/mailbox.ts'
import type { Step } from '../step/step.ts'
import { utf8Length } from '../words/text.ts'
import { whoIsLeft } from './prompts.ts'
import { userSeat, leftOf, mustSit, seatNamed, seatOf } from './seats.ts'
import { pausedBy } from './turn-clock.ts'
import { moveOn } from './piece.ts'
import { hostSays, utter, type TurnWords } from './speaking.ts'
import { readBallot } from './read-ballot.ts'
import { callIn } from '../step/frames-and-turns.ts'

export const gatheringGone = (): Answer => refuse('not_found', 'There is no such gathering, or it is closed.')
export const gatheringAnswer = (step: Step, { id }: Gathering): Answer => {
  const gathering = step.gatherings.get(id)
  return gathering ? { kind: 'gathering', gathering } : gatheringGone()
}

/** Returns an open gathering and marks the user present. */
export function live(step: Step, id: GatheringId): Gathering | null {
  const g = step.gatherings.get(id)
  if (g?.stage !== 'running' && g?.stage !== 'harvesting') return null
  return g.user?.away ? step.gathering({ ...g, user: { ...g.user, away: false } }) : g
}

/** The user speaks: with the piece, or else as the host, which pauses the gathering if requested. */
export function sayInGathering(step: Step, event: EventOf<'gathering.said'>): Answer {
  const g = live(step, event.gathering)
  if (!g) return gatheringGone()
  const text = event.text.trim()
  if (text === '') return refuse('empty_message', 'There are no words. Pass, or keep silence.')
  if (utf8Length(text) > utteranceLimit)
    return refuse('too_large', 'Words to a circle have 60 KiB at most. Put the rest into a file and name it.')
  if (g.stage === 'harvesting')
    return refuse('wrong_state', 'All rounds are spoken: the harvest is being written.')
  const { piece } = g
  const isTheirs = piece !== null && userSeat(g)?.number === piece.number
  // Text meant for a turn that is over isn't said as the host instead.
  if (!event.host && event.pieceTurnId !== null && !(isTheirs && event.pieceTurnId === piece.id))
    return refuse('stale_turn', 'The piece had moved on before your words came: nobody was given them.')
  if (event.host || !isTheirs) {
    const paused = { why: 'host', name: event.name, at: step.now } as const
    const said = hostSays(step, g, event.name, text)
    if (!event.pause) return gatheringAnswer(step, said)
    return gatheringAnswer(step, pausedBy(step, said, said.paused ?? paused))
  }
  const to = target(g, event.to)
  if (typeof to === 'string') return refuse('wrong_state', to)
  const ballot = g.decision && g.phase === 'decision' ? readBallot(text, g.decision) : null
  if (ballot && 'problem' in ballot) return refuse('bad_request', ballot.problem)
  const after = utter(step, g, usersWords(step, piece, text, 'speech'))
  const noted = step.gathering({ ...after, user: after.user && { ...after.user, note: '' } })
  if (!event.keep) moveOn(step, noted, to)
  return gatheringAnswer(step, g)
}

function usersWords(step: Step, { since, beat }: SpeakingTurn, text: string, as: TurnWords['as']): TurnWords {
  const ms = step.now - since
  return { agent: null, turn: null, turnNumber: null, costUsd: 0, tools: 0, cut: false, text, ms, beat, as }
}

/** The seat to pass to; null: the next in order; a string: why not. */
export function target(g: Gathering, to: string | null): number | null | string {
  if (to === null) return null
  const seat = seatNamed(g, to)
  if (!seat) return `There is no seat "${to.slice(0, 60)}" here. Still to speak: ${whoIsLeft(g)}.`
  if (leftOf(g).some(({ number }) => number === seat.number && number !== g.piece?.number)) return seat.number
  return `${seat.name} has had their turn in this round. Still to speak: ${whoIsLeft(g)}.`
}

/** The holder passes: the user at once, an agent at the end of its turn. */
export function pass(step: Step, event: EventOf<'gathering.passed'>): Answer {
  if (event.by.kind === 'agent') return passByTool(step, event, event.by.id)
  const g = event.gathering === null ? null : live(step, event.gathering)
  if (!g) return gatheringGone()
  const { piece } = g
  if (!piece || userSeat(g)?.number !== piece.number)
    return refuse('wrong_state', 'You do not have the piece.')
  if ((event.pieceTurnId ?? piece.id) !== piece.id)
    return refuse('stale_turn', `That turn is not the present one, which is ${piece.id}.`)
  const to = target(g, event.to)
  if (typeof to === 'string') return refuse('wrong_state', to)
  const words = usersWords(step, piece, '', event.silent ? 'silence' : 'pass')
  moveOn(step, utter(step, g, words), to)
  return gatheringAnswer(step, g)
}

function passByTool(step: Step, event: EventOf<'gathering.passed'>, agent: AgentId): Answer {
  const { gathering, to: name } = event
  const { gatheringId: sits = null, turn = null } = step.find(agent) ?? {}
  const running = callIn(turn?.promptedBy)?.pieceTurnId ?? null
  const pieceTurnId = event.pieceTurnId ?? running
  const g = sits === null ? undefined : step.gatherings.get(sits)
  const seat = g && seatOf(g, agent)
  if (!g || !seat || (gathering !== null && gathering !== g.id))
    return refuse('not_found', 'You have no seat in that gathering.')
  const { piece } = g
  const isHolder = g.stage === 'running' && piece?.number === seat.number
  if (!piece || !isHolder || pieceTurnId !== piece.id || running !== piece.id) {
    const holder = piece ? mustSit(g, piece.number) : null
    const who = holder ? `${holder.name} (${holder.number}) has it` : 'nobody has it'
    return refuse(
      'stale_turn',
      `That is not your turn with the piece: ${who}. It comes back with a prompt that says so.`,
    )
  }
  const to = target(g, name)
  if (typeof to === 'string') return refuse('wrong_state', to)
  return { kind: 'gathering', gathering: step.gathering({ ...g, piece: { ...piece, passing: { to } } }) }
}
