import { userKey } from '../../contract/mail/authors.ts'
import type { Gathering, GatheringId, UtteranceId } from '../../contract/gatherings/gatherings.ts'
import type { AgentId } from '../../contract/api/model.ts'
import type { State } from '../../core/step/state.ts'
import { isAbsorbed, timerOf, type Commit, type Written } from './ledger.ts'
import { must, Watcher } from './invariant.ts'
import { isByUser } from './invariant-prompts.ts'
import { markSealedAt, circleAt, openingRows, visibleRowsAt } from '../../contract/gatherings/replay.ts'
import type { Utterance } from '../../contract/gatherings/utterances.ts'
import type { Change } from './circles.ts'
import type { TimelineEntry } from '../../contract/history/timeline-entries.ts'

/** An agent has a seat in one gathering only, and meanwhile other mail, links and timers wait. */
export class SeatWatcher extends Watcher {
  committed(commit: Commit): void {
    const { before, after, rows } = commit
    if (before.gatherings !== after.gatherings || before.agents.size !== after.agents.size) seated(after)
    for (const written of this.ledger.written) if (sits(written)) this.#hears(written)
    for (const { was, is } of this.ledger.circles.changes) if (was) this.#joins(was, is)
    for (const row of rows) {
      if (row.table !== 'crossing' || row.row.kind !== 'said') continue
      const isOut = sitsIn(before, row.row.from) && sitsIn(after, row.row.from)
      const carried = row.row.sent.filter(({ carriage }) => carriage !== 'paused')
      must(!isOut || carried.length === 0, 'the links of who sits rest')
      for (const { to } of carried)
        must(
          row.row.from === userKey || !sitsIn(before, to) || !sitsIn(after, to),
          'nothing of an agent crosses to who sits',
        )
    }
  }

  /** Numbers never change; a newcomer gets the next one, and the harvester changes only when it is closed. */
  #joins(was: Gathering, is: Gathering): void {
    const numbers = is.seats.map(({ number }) => number)
    must(
      was.stage === 'proposed' || was.seats.every(({ number }, i) => number === numbers[i]),
      'numbers never change',
    )
    must(
      numbers.every((number, i) => i === 0 || number > (numbers[i - 1] ?? 0)),
      'who joins has the next number',
    )
    const { hands } = this.ledger.circles.of(is.id)
    const byHand = (verb: string): boolean => hands.some((hand) => hand.verb === verb)
    const more = is.seats.length - was.seats.length
    if (more > 0) this.ledger.count('joined', more)
    must(
      more === 0 || (byHand('join') && was.stage === 'running') || was.stage === 'proposed',
      'the user alone seats one more',
    )
    const isOther = was.harvester.agent !== null && is.harvester.agent !== was.harvester.agent
    if (isOther) this.ledger.count('harvester replaced')
    must(!isOther || byHand('harvester'), 'the user alone chooses another harvester')
  }

  #hears({ frame, messages }: Written): void {
    must(timerOf(frame) === null, 'the timers of who sits wait')
    if (frame.kind !== 'mail') return
    for (const message of messages) {
      if (message.spoken || message.from.kind !== 'agent' || isByUser(message)) continue
      const asked = message.card !== null || this.ledger.excused.has(message.id)
      must(asked || isAbsorbed(message), `other mail waits while one sits (${message.id})`)
      must(asked || frame.how !== 'begin', 'other mail begins nothing while one sits')
    }
  }
}

function sits({ before, after }: Written): boolean {
  return before.gatheringId !== null && before.gatheringId === after.gatheringId
}

function sitsIn(state: State, agent: AgentId): boolean {
  const { gatheringId: sits = null } = state.agents.get(agent) ?? {}
  return sits !== null
}

/** An agent's state matches its seat, and it has at most one. */
function seated({ agents, gatherings }: State): void {
  const seats = new Map<AgentId, Gathering>()
  for (const g of gatherings.values()) {
    if (g.stage === 'proposed' || g.stage === 'closed') continue
    // Its seats were free already when the harvest was requested after the close.
    const taken = g.harvesting?.from === 'closed' ? [g.harvester] : [...g.seats, g.harvester]
    for (const { agent } of taken) {
      if (agent === null) continue
      must(!seats.has(agent), 'an agent sits in one gathering at a time, in one seat')
      seats.set(agent, g)
    }
  }
  for (const [id, { gatheringId: says }] of agents)
    must((seats.get(id)?.id ?? null) === says, 'an agent knows where it sits')
}

/** A fork gives each member the earlier statements once, before the first prompt, and leaves the original unchanged. */
export class ForkWatcher extends Watcher {
  committed({ after }: Commit): void {
    const begun = new Set<GatheringId>()
    const came = new Set<string>()
    for (const change of this.ledger.circles.changes) {
      const { was, is } = change
      if (was) for (const agent of newcomers(was, is)) came.add(`${is.id} ${agent}`)
      if (was && was.forks.length !== is.forks.length) unchanged(was, is)
      if (is.forkedFrom === null || was?.stage !== 'convening' || is.stage === 'convening') continue
      begun.add(is.id)
      this.#begins(change, new Set(after.agents.keys()))
    }
    for (const { spoken, to } of this.ledger.news)
      must(
        spoken?.earlier === undefined || begun.has(spoken.gathering) || came.has(`${spoken.gathering} ${to}`),
        'the words of an earlier circle come once',
      )
  }

  #begins({ is }: Change, there: ReadonlySet<string>): void {
    const { forkedFrom: from } = is
    const circle = from && this.ledger.circles.of(from.gathering)
    if (!from || !circle || circle.isDim || circle.last === null) return
    this.ledger.count('forked')
    if (from.begins === 'there') this.ledger.count('forked there')
    const earlier = markSealedAt(
      [...circle.rows.values()].sort((a, b) => a.n - b.n),
      from.n,
    )
    const isOpen = from.begins === 'there' && !is.sealed
    const wanted = earlier.filter((row) => isWords(row) && (isOpen || !row.sealed))
    if (earlier.some((row) => row.sealed)) this.ledger.count('forked under seal')
    for (const { agent } of [...is.seats, is.harvester]) {
      if (agent === null || !there.has(agent)) continue
      const given = this.ledger.news.filter(
        ({ to, spoken }) => to === agent && spoken?.earlier && spoken.gathering === is.id,
      )
      must(
        given.map(({ body }) => body).join('\n') === wanted.map(({ text }) => text).join('\n'),
        'each member of a fork is given what was said up to there, in order, nothing under seal',
      )
    }
  }
}

const isWords = ({ kind, text }: Utterance): boolean =>
  text !== '' && (kind === 'said' || kind === 'passed' || kind === 'host')

/** Ignores the list of forks. */
function unchanged(was: Gathering, is: Gathering): void {
  const { forks: _before, ...before } = was
  const { forks: _after, ...after } = is
  must(JSON.stringify(before) === JSON.stringify(after), 'a fork changes nothing of the earlier gathering')
}

/** Agents that take a seat or harvest by this change; they get the earlier statements separately. */
function newcomers(was: Gathering, is: Gathering): readonly string[] {
  // A harvester after the close may be the original one.
  const before = was.stage === 'closed' ? was.seats : [...was.seats, was.harvester]
  const known = new Set(before.map(({ agent }) => agent))
  return [...is.seats, is.harvester].flatMap(({ agent }) =>
    agent === null || known.has(agent) ? [] : [agent],
  )
}

/** A replay of a closed gathering matches what happened: what was sealed until when, who had spoken, where it ended. */
export class ReplayWatcher extends Watcher {
  /** `n` of the row that revealed each row, as observed; 0: still sealed. */
  readonly #opened = new Map<UtteranceId, number>()

  readonly #known = new Set<UtteranceId>()

  override rebooted(): void {
    for (const { rows } of this.ledger.circles.all.values())
      for (const { id, sealed } of rows.values()) if (sealed) this.#opened.set(id, 0)
  }

  committed({ rows }: Commit): void {
    const written = rows.flatMap((row) => (row.table === 'utterance' ? [row.row] : []))
    for (const row of written) {
      const by = openerOf(row, written)
      if (row.sealed) this.#opened.set(row.id, 0)
      // The last speaker of a round: sealed and revealed in one commit.
      else if (
        this.#opened.get(row.id) === 0 ||
        (!this.#known.has(row.id) && by > row.n && this.#isShut(row))
      )
        this.#opened.set(row.id, by)
      this.#known.add(row.id)
    }
    for (const { was, is } of this.ledger.circles.changes) {
      const circle = this.ledger.circles.of(is.id)
      const isOver = is.stage === 'closed' && was?.stage !== 'closed' && was?.stage !== 'proposed'
      if (isOver && was !== null && !circle.isDim)
        this.#over(
          is,
          [...circle.rows.values()].sort((a, b) => a.n - b.n),
        )
    }
  }

  /** Whether a row that was written and revealed at once was sealed; in a fork, at the fork's point. */
  #isShut(row: Utterance): boolean {
    if (row.origin === null) return isSpeech(row)
    const opened = this.#opened.get(row.origin)
    const point = this.ledger.circles.of(row.gathering).last?.forkedFrom?.n ?? 0
    return opened !== undefined && (opened === 0 || opened > point)
  }

  #over(g: Gathering, rows: readonly Utterance[]): void {
    const last = rows.at(-1)
    if (!last) return
    this.ledger.count('replayed')
    const told = openingRows(rows)
    for (const { id, n, origin } of rows) {
      const seen = this.#opened.get(id)
      // A fork's open rows were revealed in the original.
      if (origin === null || seen !== undefined)
        must((told.get(id) ?? 0) === (seen ?? 0), `a replay shows words when they opened (${n})`)
      const step = seen === undefined ? 0 : seen - 1
      const shown = visibleRowsAt(rows, step).find((row) => row.id === id)
      must(step < n || shown?.text === '', 'no step of a replay shows words before they opened')
    }
    const end = circleAt(g.seats, rows, last.n, true)
    must(
      end.sealed.size === 0 && end.holder === null,
      'a replay ends with all open, and nobody holding the piece',
    )
    must(end.turns <= g.turns && end.costUsd <= g.costUsd + 1e-9, 'a replay counts no turn too many')
    // A fork from the beginning repeats its rounds; a round without a new statement is in no replay.
    const since = rows.findLastIndex(({ kind, origin }) => kind === 'phase' && origin === null)
    const isHere = rows
      .slice(Math.max(since, 0))
      .some(({ phase, round }) => phase === g.phase && round === g.round)
    if (!isHere) return
    must(end.phase === g.phase && end.round === g.round, 'a replay ends where the gathering did')
    for (const { number, state } of end.seats) {
      const heard = g.index.some(
        (one) => !one.earlier && one.number === number && one.phase === g.phase && one.round === g.round,
      )
      must(
        heard === ['spoke', 'passed', 'silent'].includes(state),
        `a replay ends with those who have spoken (${String(number)} ${state})`,
      )
      // Where the user decides alone, nobody else is asked.
      const isAsked = g.phase !== 'decision' || g.decision?.alone !== true
      must(
        !isAsked || !g.spokenSeats.includes(number) || state !== 'then',
        'who has had their turn has had it in a replay',
      )
    }
  }
}

const isSpeech = ({ kind, text, phase }: Utterance): boolean =>
  (phase === 'inhale' || phase === 'decision') && text !== '' && (kind === 'said' || kind === 'passed')

/** The row that revealed another in the same commit. */
const openerOf = ({ gathering }: Utterance, written: readonly Utterance[]): number =>
  written.find((one) => one.kind === 'opened' && one.origin === null && one.gathering === gathering)?.n ?? -1

/** Every event has its timeline entry in the same commit, and no entry has sealed text. */
export class TimelineWatcher extends Watcher {
  committed(commit: Commit): void {
    const { rows, before, steps } = commit
    const moments = new Map<string, TimelineEntry>()
    for (const row of rows) if (row.table === 'timeline') moments.set(row.row.id, row.row)
    this.ledger.count('moments', moments.size)
    for (const row of rows) {
      if (row.table === 'message') {
        const { id, seq, crossed, spoken } = row.row
        const isWord = seq > before.seq && crossed === null && spoken === null
        must(!isWord || moments.has(id), 'every accepted message stands in the timeline')
      }
      if (row.table === 'crossing')
        must(moments.has(row.row.id), 'everything that crosses stands in the timeline')
      if (row.table === 'utterance') {
        const moment = moments.get(row.row.id)
        must(moment !== undefined, 'every row of a gathering stands in the timeline')
        must(moment.text === '' || !moment.sealed, 'words under seal are not in the timeline')
      }
    }
    this.#opened(rows, moments)
    if (steps === 1) this.#asked(commit, moments)
  }

  /** An entry is sealed or open like the last version of its row. */
  #opened(rows: Commit['rows'], moments: ReadonlyMap<string, TimelineEntry>): void {
    const said = new Map(rows.flatMap((row) => (row.table === 'utterance' ? [[row.row.id, row.row]] : [])))
    for (const [id, { sealed }] of said)
      must(
        moments.get(id)?.sealed === sealed,
        'words come into the timeline when they are opened, not before',
      )
  }

  /** Cards that appeared and were answered, and timers that fired. */
  #asked({ before, after }: Commit, moments: ReadonlyMap<string, TimelineEntry>): void {
    const facts = [...moments.values()].map(({ fact }) => fact)
    for (const [id, is] of after.agents) {
      const was = before.agents.get(id)
      if (was === is) continue
      const asked = facts.flatMap((fact) => (fact.kind === 'card' && fact.answer === null ? [fact.card] : []))
      for (const card of is.cards)
        must(
          was?.cards.some((open) => open.id === card.id) === true || asked.includes(card.id),
          'every question to the user stands in the timeline',
        )
      const ended = facts.flatMap((fact) => (fact.kind === 'card' && fact.answer !== null ? [fact.card] : []))
      for (const card of was?.cards ?? [])
        must(
          is.cards.some((open) => open.id === card.id) || ended.includes(card.id),
          'how every question to the user ended stands in the timeline',
        )
      const isAsked = is.trust === 'ask' && was?.trust !== 'ask'
      const isInTimeline = facts.some((fact) => fact.kind === 'card' && fact.asked === 'trust')
      must(!isAsked || isInTimeline, 'every question about a folder stands in the timeline')
      for (const timer of is.heartbeats) {
        const earlier = was?.heartbeats.find((one) => one.id === timer.id)
        const hasFired = earlier !== undefined && timer.fired > earlier.fired
        const isTold = facts.some((fact) => fact.kind === 'timer' && fact.heartbeat === timer.id)
        must(!hasFired || isTold, 'every timer that fires stands in the timeline')
      }
    }
  }
}
