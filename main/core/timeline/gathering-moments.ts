import type { Gathering, Seat } from '../../contract/gatherings.ts'
import type { Moment, PieceWay } from '../../contract/moments.ts'
import type { Actor, AgentId } from '../../contract/model.ts'
import type { Utterance } from '../../contract/utterances.ts'
import { janus, momentOf, person, type Done } from './moment.ts'

/** What was said in gatherings, where the piece went, and how they began and ended. */
export function gatheringMoments(done: Done): readonly Moment[] {
  return done.rows.flatMap((row) => {
    if (row.table === 'utterance') return [uttered(done, row.row)]
    return row.table === 'gathering' ? standing(done, row.row) : []
  })
}

/** Written again when it is opened: then its words come. */
function uttered(done: Done, row: Utterance): Moment {
  const { id, gathering, n, kind, number, name, agent, phase, round, text, at } = row
  const { turnNumber: turn, costUsd, sealed } = row
  const g = findGathering(done, gathering)
  const own = number === null ? undefined : g?.seats.find((seat) => seat.number === number)
  const isHost = kind === 'host'
  return momentOf(done, {
    ...{ id, at, sealed, text, agents: agent === null ? [] : [agent] },
    from: isHost ? { ...person, name } : own ? seatActor(own) : janus,
    fact: { kind: 'gathering', did: kind, gathering, n, phase, round, seat: number, turn, costUsd },
  })
}

function standing(done: Done, g: Gathering): readonly Moment[] {
  const before = done.before.gatherings.get(g.id)
  const { id, topic, convened, stage } = g
  const agents = membersOf(g)
  const by = { by: convened.by, name: convened.name }
  const named = (did: string) => `${id} ${did} ${done.now}`
  const made: Moment[] = []
  const add = (did: string, moment: Omit<Parameters<typeof momentOf>[1], 'id'>) =>
    made.push(momentOf(done, { id: named(did), agents, text: topic, ...moment }))
  if (!before && stage === 'proposed')
    add('asked', {
      ...{ from: by, to: [person] },
      gathering: id,
      fact: { kind: 'card', asked: 'proposal', card: id, answer: null },
    })
  else if (!before)
    add('convened', {
      from: by,
      to: circleOf(g),
      fact: { kind: 'gathering', did: 'convened', gathering: id },
    })
  if (before?.stage === 'proposed' && stage !== 'proposed') {
    const nobody = g.closed?.kind === 'unstarted'
    const answer = nobody ? 'silence' : stage === 'closed' ? 'dismissed' : 'started'
    const fact = { kind: 'card', asked: 'proposal', card: id, answer: { kind: answer } } as const
    add('answered', { from: nobody ? janus : person, to: [by], gathering: id, fact })
  }
  if (g.piece && g.piece.id !== before?.piece?.id) made.push(given(done, before, g, g.piece))
  if (g.harvest && !before?.harvest && before)
    add('harvested', {
      ...{ from: seatActor(g.harvester), text: g.harvest.text },
      fact: { kind: 'gathering', did: 'harvested', gathering: id },
    })
  if (g.closed && before && !before.closed)
    add('closed', {
      from: { by: g.closed.by, name: g.closed.name },
      fact: { kind: 'gathering', did: 'closed', gathering: id, closing: g.closed },
    })
  return made
}

function given(
  done: Done,
  before: Gathering | undefined,
  g: Gathering,
  { id: grant, number }: NonNullable<Gathering['piece']>,
): Moment {
  const { id: gathering, rows: n } = g
  const seat = g.seats.find((one) => one.number === number)
  const last = before?.piece && g.seats.find((one) => one.number === before.piece?.number)
  return momentOf(done, {
    id: grant,
    from: last ? seatActor(last) : janus,
    to: seat ? [seatActor(seat)] : [],
    fact: { kind: 'gathering', did: 'given', gathering, n, grant, seat: number, way: wayOf(before, number) },
  })
}

function wayOf(before: Gathering | undefined, number: number): PieceWay {
  if (before?.next === number) return 'host'
  const { passing = null, done = null } = before?.piece ?? {}
  return passing?.to === number || done?.to === number ? 'chosen' : 'order'
}

function findGathering({ before, after, rows }: Done, id: Gathering['id']): Gathering | undefined {
  const written = rows.find((row) => row.table === 'gathering' && row.row.id === id)
  if (written?.table === 'gathering') return written.row
  return after.gatherings.get(id) ?? before.gatherings.get(id)
}

function seatActor({ agent, name }: Seat): Actor {
  return agent === null ? { ...person, name } : { by: { kind: 'agent', id: agent }, name }
}

const circleOf = ({ seats, harvester }: Gathering): readonly Actor[] => [...seats, harvester].map(seatActor)

function membersOf({ seats, harvester }: Gathering): readonly AgentId[] {
  return [...seats, harvester].flatMap(({ agent }) => agent ?? [])
}
