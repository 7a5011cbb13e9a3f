import { usualKind } from '../../contract/agents/kinds.ts'
import {
  gatheringFields,
  type GatheringNeeds,
  type GatheringView,
  type ListenerView,
  type PieceView,
  type SeatOf,
  type SeatState,
  type SeatView,
  type UtteranceView,
  type HarvestLine,
  type HarvestView,
} from '../../contract/gatherings/gathering-views.ts'
import {
  isOwnUser,
  type Gathering,
  type SpeakingTurn,
  type Seat,
  isSealed,
} from '../../contract/gatherings/gatherings.ts'
import { allRounds, roundsBefore, type Decision } from '../../contract/gatherings/decisions.ts'
import { withoutDecision } from '../../contract/gatherings/decision-words.ts'
import type { Utterance } from '../../contract/gatherings/utterances.ts'
import type { AgentId, TurnId } from '../../contract/api/model.ts'
import { pick } from '../../contract/api/pick.ts'
import { machineOf, nameOfPeer } from '../../core/step/peer-ids.ts'
import { answering } from '../../core/gatherings/tick.ts'
import { mostTime, mostTurns } from '../../core/gatherings/validate-plan.ts'
import { absenceOf, userSeat, leftOf, mustSit, seatAt, seatOf } from '../../core/gatherings/seats.ts'
import type { AgentState, State } from '../../core/step/state.ts'
import { callIn } from '../../core/step/frames-and-turns.ts'
import { gatheringSpending } from '../budget/budget-views.ts'
import type { FindMessage } from '../links/link-views.ts'
import {
  parsedLines,
  withoutIds,
  type HarvestSection,
  type SectionLine,
} from '../../core/gatherings/parse-harvest.ts'

export function gatheringView(state: State, g: Gathering): GatheringView {
  return {
    ...pick(g, gatheringFields),
    spending: gatheringSpending(g),
    ...pick(g, ['passages', 'closed']),
    shelved: g.archived,
    ...pick(g, ['paused', 'round']),
    state: stateOf(g),
    phase: phaseOf(g),
    heard: g.index.map((one) => (one.sealed ? { ...one, first: '' } : one)),
    seats: g.seats.map((seat) => seatView(state, g, seat)),
    harvester: harvesterView(state, g),
    piece: g.piece && pieceView(state, g, g.piece),
    needs: needsOf(g),
    spoken: { turns: turnsHad(g), of: g.seats.length * allRounds(g) - roundsUnseated(g) },
    mostTurns: mostTurns(g),
    caps: { ...g.caps, turns: g.caps.turns < mostTurns(g) ? g.caps.turns : null },
    mostTime: mostTime(g),
    closing: g.harvesting?.closing ?? null,
    unharvested: g.unharvested,
    harvest: harvestView(g),
    ...(g.decision ? { decision: openBallots(g, g.decision) } : {}),
    hasFolder: g.folder !== null,
    path: g.exportedFile?.path ?? null,
    problem: g.exportedFile?.problem ?? '',
    ...pick(g, ['forkedFrom', 'forks']),
  }
}

/** Ballots of a running round are secret. */
function openBallots({ phase, stage, round }: Gathering, decision: Decision): Decision {
  if (stage !== 'running' || phase !== 'decision') return decision
  return { ...decision, ballots: decision.ballots.filter((one) => one.round < round) }
}

function stateOf({ stage, paused }: Gathering): GatheringView['state'] {
  if (stage === 'harvesting') return 'running'
  return stage === 'running' && paused ? 'paused' : stage
}

/** `harvest` while it is being written, and afterwards. */
function phaseOf({ stage, phase, harvest }: Gathering): GatheringView['phase'] {
  return stage === 'harvesting' || (stage === 'closed' && harvest) ? 'harvest' : phase
}

function needsOf(g: Gathering): GatheringNeeds {
  if (g.stage === 'proposed') return 'proposal'
  if (g.stage !== 'running') return null
  // Only the user can resume it.
  if (g.paused) return g.paused.why === 'cap' ? 'cap' : 'paused'
  return g.piece && userSeat(g)?.number === g.piece.number ? 'piece' : null
}

/** Finished turns with the piece; seats had none before they joined. */
function turnsHad(g: Gathering): number {
  if (g.stage === 'proposed' || g.stage === 'convening') return 0
  const rounds = roundsBefore(g, g)
  return g.seats.length * rounds - roundsUnseated(g) + g.spokenSeats.length
}

/** Rounds before their seats joined, summed over all seats. */
function roundsUnseated(g: Gathering): number {
  return g.seats.reduce((sum, { joined }) => sum + (joined ? roundsBefore(g, joined) : 0), 0)
}

function seatView(state: State, g: Gathering, seat: Seat): SeatView {
  const { number } = seat
  const heardIn = (round: number): boolean =>
    g.index.some(
      (one) => !one.earlier && one.number === number && one.phase === g.phase && one.round === round,
    )
  const earlier = Array.from({ length: Math.max(0, g.round - 1) }, (_, i) => heardIn(i + 1))
  const turnsTaken = g.spokenSeats.includes(number) ? [...earlier, heardIn(g.round)] : earlier
  const reason = g.skippedSeats.find((one) => one.number === number)?.why ?? null
  const hand = isOwnUser(seat) && (g.user?.hand ?? false)
  const had = g.spokenSeats.includes(number)
  const stands = { state: seatState(state, g, seat), had, turnsTaken, hand, reason }
  return {
    ...pick(seat, ['number', 'name', 'role', 'kind', 'agent', 'joined']),
    ...whoseOf(seat),
    ...stands,
  }
}

/** Kind of the seated or planned agent, unless it is the default. */
function whoseOf({ spawn, of }: Seat): Pick<SeatView, 'of'> {
  const { kind = usualKind, program = null } = spawn ?? of ?? {}
  return kind === usualKind ? {} : { of: { kind, program } }
}

function seatState(state: State, g: Gathering, { number, agent, kind, left }: Seat): SeatState {
  if (g.piece?.number === number) return 'speaks'
  const tab = agent === null ? null : state.agents.get(agent)
  const isGone =
    agent !== null &&
    (machineOf(agent) === null
      ? !tab || tab.agent.closedAt !== null
      : isGoneAway(state, agent, left === true))
  if (isGone) return 'gone'
  if (g.spokenSeats.includes(number)) return hadTurn(g, number)
  if (g.deferredSeats.includes(number)) return 'late'
  if (kind === 'user' && agent === null && g.user?.away) return 'away'
  const next = g.next ?? leftOf(g).find((one) => one.number !== g.piece?.number)?.number
  return g.stage === 'running' && next === number ? 'next' : 'then'
}

const isGoneAway = ({ machines }: State, agent: AgentId, hasLeft: boolean): boolean =>
  hasLeft || nameOfPeer(machines, agent) === null

function hadTurn(g: Gathering, number: number): SeatState {
  if (g.skippedSeats.some((one) => one.number === number))
    return g.user?.away && userSeat(g)?.number === number ? 'away' : 'over'
  const said = g.index.filter(
    (one) => !one.earlier && one.number === number && one.phase === g.phase && one.round === g.round,
  )
  const last = said.at(-1)
  return !last || last.kind === 'said' || said.some(({ kind }) => kind === 'said') ? 'spoke' : last.kind
}

function pieceView(state: State, g: Gathering, piece: SpeakingTurn): PieceView {
  const { number, beat, beats, clockFrom } = piece
  const seat = mustSit(g, number)
  const tab = seat.agent === null ? undefined : state.agents.get(seat.agent)
  const at = tab && answering(tab, piece)
  const isTimed = clockFrom !== null && seat.agent === null && beat < beats
  return {
    turnId: piece.id,
    number,
    name: seat.name,
    ...pick(piece, ['since', 'beat', 'beats', 'clockFrom', 'waitsFrom', 'stopped']),
    until: untilOf(g, piece, seat),
    nextBeatAt: isTimed ? clockFrom + (beat + 1) * g.interval : null,
    done: piece.done !== null,
    answering: at?.hasPrompt ?? false,
    lastWordAt: at?.isWriting ? (tab?.turn?.saidAt ?? null) : null,
  }
}

function untilOf({ interval, grace, user }: Gathering, piece: SpeakingTurn, seat: Seat): number {
  const { clockFrom, waitsFrom, beats } = piece
  if (clockFrom === null) return waitsFrom + interval
  if (isOwnUser(seat)) return clockFrom + (user?.away ? 0 : beats * interval) + grace
  return clockFrom + (beats + 1) * interval
}

function harvesterView(state: State, g: Gathering): GatheringView['harvester'] {
  const { name, agent } = g.harvester
  const waiting = agent === null ? [] : (state.agents.get(agent)?.mailbox ?? [])
  const given = g.index.filter(({ first, sealed }) => first !== '' && !sealed).length
  const untaken = waiting.filter(
    ({ spoken, state: at }) => spoken?.gathering === g.id && spoken.number !== null && at === 'queued',
  )
  const absent =
    g.stage === 'closed' || g.harvester.spawn
      ? null
      : absenceOf(agent === null ? undefined : state.agents.get(agent))
  return {
    name,
    ...whoseOf(g.harvester),
    agent,
    absent,
    given,
    taken: Math.max(0, given - untaken.length),
    isAskedAgain: (g.harvesting?.draft ?? null) !== null,
  }
}

/** `find` looks up the message of each listener. */
export function utteranceView(
  g: Pick<Gathering, 'seats' | 'harvester'> | null,
  row: Utterance,
  find: FindMessage,
): UtteranceView {
  const words = row.text.split(/\s+/u).filter((word) => word !== '').length
  const isMarker = row.kind === 'opened' || row.kind === 'phase'
  return {
    ...row,
    text: row.sealed ? '' : row.text,
    words: isMarker ? 0 : words,
    sent: present(row.sent).map((one): ListenerView => {
      const message = find(one.message)
      const name = (g && seatAt(g, one.number)?.name) ?? ''
      return { ...one, name, state: message?.state ?? 'dropped', inInput: message?.inInput ?? false }
    }),
  }
}

/** If the harvester was replaced, only the last one. */
const present = (sent: Utterance['sent']): Utterance['sent'] => {
  const last = sent.findLast(({ number }) => number === 0)
  return sent.filter((one) => one.number !== 0 || one === last)
}

export function seatOfAgent({ gatherings }: State, { agent, gatheringId: sits }: AgentState): SeatOf | null {
  const g = sits === null ? undefined : gatherings.get(sits)
  const seat = g && seatOf(g, agent.id)
  if (!g || !seat) return null
  const { number } = seat
  return { gathering: g.id, topic: g.topic, number, hasPiece: number > 0 && g.piece?.number === number }
}

/** Turns of a round that is not opened yet, and the holder's own. */
export function sealedTurns({ gatherings, agents }: State): ReadonlySet<TurnId> {
  const turns = new Set<TurnId>()
  for (const g of gatherings.values()) {
    for (const { turn } of g.sealedUtterances) if (turn !== null) turns.add(turn)
    if (g.stage !== 'running' || !isSealed(g)) continue
    for (const { agent } of g.seats) {
      const turn = agent === null ? null : agents.get(agent)?.turn
      if (turn && callIn(turn.promptedBy)?.gathering === g.id) turns.add(turn.id)
    }
  }
  return turns
}

/** Parses a harvest into sections; `more` is the text outside of them, without cards. */
function harvestView({ harvest, index: heard, decision }: Gathering): HarvestView | null {
  if (!harvest) return null
  const { lines, more } = parsedLines(decision ? withoutDecision(harvest.text) : harvest.text, heard)
  const of = (section: HarvestSection): readonly HarvestLine[] =>
    lines.filter((line) => line.section === section).map(lineView)
  return {
    at: harvest.at,
    decided: of('decided'),
    open: of('open'),
    dissent: of('dissent'),
    next: of('next'),
    more: more.join('\n\n'),
    ...pick(harvest, ['text', 'cards']),
  }
}

function lineView({ text, sources, isUnfounded }: SectionLine): HarvestLine {
  return {
    text: withoutIds(text),
    sources: sources.map((one) => pick(one, ['id', 'number', 'name', 'phase', 'round'])),
    isUnfounded,
  }
}
