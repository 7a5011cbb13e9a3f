import type { Gathering, Seat } from '../../contract/gatherings/gatherings.ts'
import type { TimelineEntry, PieceWay } from '../../contract/history/timeline-entries.ts'
import type { Actor, AgentId } from '../../contract/api/model.ts'
import type { Utterance } from '../../contract/gatherings/utterances.ts'
import { janusActor, timelineEntryOf, userActor, type FinishedStep } from './timeline-entry.ts'

/**
 * Gatherings' beginnings, utterances, and what followed, in this order: what is said in a step comes before
 * its effects.
 */
export function gatheringEntries(done: FinishedStep): readonly TimelineEntry[] {
  const written = done.rows.flatMap((row) => (row.table === 'gathering' ? [row.row] : []))
  return [
    ...written.flatMap((g) => begun(done, g)),
    ...done.rows.flatMap((row) => (row.table === 'utterance' ? [uttered(done, row.row)] : [])),
    ...written.flatMap((g) => wentOn(done, g)),
  ]
}

/** A sealed row is written again when it opens; then the entry gets its text. */
function uttered(done: FinishedStep, row: Utterance): TimelineEntry {
  const { id, gathering, n, kind, number, name, agent, phase, round, text, at } = row
  const { turnNumber: turn, costUsd, sealed } = row
  const g = findGathering(done, gathering)
  const own = number === null ? undefined : g?.seats.find((seat) => seat.number === number)
  const isHost = kind === 'host'
  return timelineEntryOf(done, {
    id,
    at,
    sealed,
    text,
    agents: agent === null ? [] : [agent],
    from: isHost ? { ...userActor, name } : own ? seatActor(own) : janusActor,
    fact: { kind: 'gathering', did: kind, gathering, n, phase, round, seat: number, turn, costUsd },
  })
}

function begun(done: FinishedStep, g: Gathering): readonly TimelineEntry[] {
  const before = done.before.gatherings.get(g.id)
  const { id, topic: text, convened, stage } = g
  const by = { by: convened.by, name: convened.name }
  const common = { agents: membersOf(g), text, gathering: id }
  const card = { kind: 'card', asked: 'proposal', card: id } as const
  if (!before && stage === 'proposed') {
    const fact = { ...card, answer: null }
    return [timelineEntryOf(done, { ...common, id: `${id} asked`, from: by, to: [userActor], fact })]
  }
  if (!before) {
    const fact = { kind: 'gathering', did: 'convened', gathering: id } as const
    return [timelineEntryOf(done, { ...common, id: `${id} convened`, from: by, to: circleOf(g), fact })]
  }
  if (before.stage !== 'proposed' || stage === 'proposed') return []
  const isUnanswered = g.closed?.kind === 'unstarted'
  const answer = isUnanswered ? 'silence' : stage === 'closed' ? 'dismissed' : 'started'
  const from = isUnanswered ? janusActor : userActor
  const fact = { ...card, answer: { kind: answer } } as const
  return [timelineEntryOf(done, { ...common, id: `${id} answered`, from, to: [by], fact })]
}

/** Passes of the piece, the harvest, and the close, except of a proposal. */
function wentOn(done: FinishedStep, g: Gathering): readonly TimelineEntry[] {
  const before = done.before.gatherings.get(g.id)
  const { id, topic, piece, harvest, closed } = g
  const agents = membersOf(g)
  const made: TimelineEntry[] = []
  if (piece && piece.id !== before?.piece?.id) made.push(given(done, before, g, piece))
  if (harvest && before && !before.harvest) {
    const fact = { kind: 'gathering', did: 'harvested', gathering: id } as const
    const from = seatActor(g.harvester)
    made.push(timelineEntryOf(done, { id: `${id} harvested`, agents, from, text: harvest.text, fact }))
  }
  if (closed && before && !before.closed && before.stage !== 'proposed') {
    const fact = { kind: 'gathering', did: 'closed', gathering: id, closing: closed } as const
    const from = { by: closed.by, name: closed.name }
    made.push(timelineEntryOf(done, { id: `${id} closed`, agents, from, text: topic, fact }))
  }
  return made
}

function given(
  done: FinishedStep,
  before: Gathering | undefined,
  g: Gathering,
  { id: pieceTurnId, number }: NonNullable<Gathering['piece']>,
): TimelineEntry {
  const { id: gathering, rows: n } = g
  const seat = g.seats.find((one) => one.number === number)
  const last = before?.piece && g.seats.find((one) => one.number === before.piece?.number)
  return timelineEntryOf(done, {
    id: pieceTurnId,
    from: last ? seatActor(last) : janusActor,
    to: seat ? [seatActor(seat)] : [],
    fact: {
      kind: 'gathering',
      did: 'given',
      gathering,
      n,
      pieceTurnId,
      seat: number,
      way: wayOf(before, number),
    },
  })
}

function wayOf(before: Gathering | undefined, number: number): PieceWay {
  if (before?.next === number) return 'host'
  const { passing = null, done = null } = before?.piece ?? {}
  return passing?.to === number || done?.to === number ? 'chosen' : 'order'
}

function findGathering({ before, after, rows }: FinishedStep, id: Gathering['id']): Gathering | undefined {
  const written = rows.find((row) => row.table === 'gathering' && row.row.id === id)
  if (written?.table === 'gathering') return written.row
  return after.gatherings.get(id) ?? before.gatherings.get(id)
}

function seatActor({ agent, name }: Seat): Actor {
  return agent === null ? { ...userActor, name } : { by: { kind: 'agent', id: agent }, name }
}

const circleOf = ({ seats, harvester }: Gathering): readonly Actor[] => [...seats, harvester].map(seatActor)

function membersOf({ seats, harvester }: Gathering): readonly AgentId[] {
  return [...seats, harvester].flatMap(({ agent }) => agent ?? [])
}
