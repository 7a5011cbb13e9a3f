import { callIn, callOf } from '../../core/step/frames-and-turns.ts'
import type { AgentState, State, Agent } from '../../core/step/state.ts'
import { isAbsorbed, type Commit } from './ledger.ts'
import { must, Watcher } from './invariant.ts'
import { isSpent, waitsForCap } from './invariant-budget.ts'
import { isComposing } from './invariant-prompts.ts'
import { holderOf } from './invariant-turns.ts'
import { isMessageSinceStop } from '../../core/step/stopped.ts'
import { noticesPerHour } from '../../contract/api/limits.ts'
import type { AgentId } from '../../contract/api/model.ts'
import { isSilent } from '../../contract/mail/last-line.ts'
import type { Row } from '../../core/step/effects.ts'

/** A card disappears by the user's answer or message, a crash, or the process's own choice: never by Janus. */
export class CardWatcher extends Watcher {
  committed({ before, after }: Commit): void {
    for (const [id, was] of before.agents) {
      const is = after.agents.get(id)
      if (!is) continue
      const gone = was.cards.filter((card) => !is.cards.some((open) => open.id === card.id))
      const come = is.cards.filter((card) => !was.cards.some((open) => open.id === card.id))
      this.ledger.count('cards', come.length)
      for (const card of gone) this.#gone(was, is, card.askedAt, before)
    }
  }

  #gone(was: AgentState, is: AgentState, askedAt: number, { gatherings, limits }: State): void {
    const handledAt = this.ledger.handled.get(was.agent.id)
    const byUser = handledAt !== undefined && handledAt >= askedAt
    const byDeath = is.process === 'off' || is.run !== was.run
    // A card that appears while an interjection is being written disappears with the interrupted turn.
    const byRace = was.frames.some(({ how, writtenAt }) => how === 'interject' && writtenAt <= askedAt)
    // A gathering waits for a card for a limited time, and then ends the turn.
    const call = callIn(was.turn?.promptedBy)
    const g = call === null ? undefined : gatherings.get(call.gathering)
    const ending = g?.piece?.ending ?? null
    const byCircle = call !== null && (ending !== null || g?.stage !== 'running')
    const byStop = limits.stopped !== null || was.haltedBy !== null
    must(byStop || byUser || byDeath || byRace || byCircle, "nothing but the user takes the user's card away")
  }
}

const halfAnHour = 30 * 60_000
/** Milliseconds of tolerance for checks of quiet turns: a clock jump may be noticed late. */
const slack = 61_000

/** No turn is ended for silence within half an hour, or while it waits; and no turn stays quiet forever. */
export class SilenceWatcher extends Watcher {
  committed({ before, after, now }: Commit): void {
    for (const [id, is] of after.agents) {
      const was = before.agents.get(id)
      if (!was?.healthWarning && is.healthWarning) this.ledger.count(`process ${is.healthWarning.is}`)
      if (!was || was.wasRestarted || !is.wasRestarted) continue
      this.ledger.count('ended for its silence')
      must(was.healthWarning?.is === 'quiet', 'only a quiet turn is ended for its silence')
      must(
        now - was.healthWarning.since >= halfAnHour,
        'no turn is ended for its silence before half an hour',
      )
      must(was.cards.length === 0, 'a turn that waits for the user is never ended for its silence')
      must(!was.awaits.some(isPending), 'a turn that waits for a peer is never ended for its silence')
    }
  }

  override checked(state: State, now: number): void {
    for (const {
      healthWarning,
      turn,
      wasRestarted,
      abilities,
      cards,
      awaits,
      process,
    } of state.agents.values()) {
      if (healthWarning?.is !== 'quiet' || turn === null || wasRestarted || !abilities.resumes) continue
      if (process !== 'on' || cards.length > 0 || awaits.some(isPending)) continue
      must(now - healthWarning.since <= halfAnHour + slack, 'a turn is not quiet for good')
    }
  }
}

const isPending = ({ over }: AgentState['awaits'][number]): boolean => over === null

/** Only agents without open work sleep, and only relevant events wake them. */
export class SleepWatcher extends Watcher {
  committed({ before, after, now }: Commit): void {
    // While everything is stopped or a cap is reached, agents with open work may sleep.
    const goes = after.limits.stopped === null
    for (const [id, is] of after.agents) {
      const was = before.agents.get(id)
      if (!was) continue
      const isCapped = isSpent(after, is) || is.frames.some(({ broke }) => broke?.why === 'cap')
      if (was.process === 'on' && is.process === 'ending' && goes && !isCapped)
        this.#ended(was, is, after, now)
      if (was.process === 'off' && is.process === 'starting')
        this.#woke(was, is, after, now, this.#isAwaited(is, before, after, now))
    }
    this.#crowd(after, now)
  }

  #ended(was: AgentState, is: AgentState, after: State, now: number): void {
    if (was.needsRestart) this.ledger.count('process renewed')
    const isTold = this.ledger.handled.get(was.agent.id) === now || is.agent.closedAt !== null
    if (
      isTold ||
      was.needsRestart ||
      is.needsRestart ||
      is.agent.status === 'failed' ||
      is.agent.status === 'stopped'
    )
      return
    this.ledger.count('fell asleep')
    // A holder that handled a message meanwhile is prompted at its next check-in.
    const isBetween = this.ledger.ended.some(
      (turn) => turn.agent === is.agent.id && callIn(turn.promptedBy) === null,
    )
    must(isFree(after, is) || (isBetween && hasPiece(after, is)), 'who sleeps has nothing open')
    must(!isComposing(is, now), 'nobody falls asleep while the user writes')
  }

  /** Text for it is coming: the user, or a related agent, has just begun to write. */
  #isAwaited({ agent: { id }, typing }: AgentState, before: State, after: State, now: number): boolean {
    if (typing?.at === now && typing.draft) return true
    if (this.ledger.addressed.get(id) === now) return true
    return [...after.agents.values()].some((one) => {
      const words = one.turn?.streamed ?? ''
      const known = before.agents.get(one.agent.id)?.turn?.streamed ?? ''
      return words !== '' && known === '' && isExpecting(id, one, after)
    })
  }

  #woke(was: AgentState, is: AgentState, { gatherings }: State, now: number, isAwaited: boolean): void {
    this.ledger.count('woke')
    const isDue = is.mailbox.some((message) => message.state === 'queued' && !isAbsorbed(message))
    const isBroken = was.frames.length > 0 || was.restartAt !== null
    const owes = is.mailbox.some(({ state, expectsReply }) => state === 'read' && expectsReply)
    const isTold = this.ledger.handled.get(is.agent.id) === now
    const beats = is.heartbeats
      .concat(was.heartbeats)
      .some((one) => one.state === 'armed' && one.dueAt <= now)
    if (beats && !isDue) this.ledger.count('woke for a timer')
    const g = is.gatheringId === null ? undefined : gatherings.get(is.gatheringId)
    const isAsked = g?.stage === 'running' ? holderOf(g) === is.agent.id : g?.harvester.agent === is.agent.id
    if (isAsked) this.ledger.count('woke for a circle')
    const isAhead = !(isAsked || beats || isDue || isBroken || owes || isTold)
    must(!isAhead || isAwaited, 'what is low wakes nobody')
    if (!isAhead) return
    this.ledger.count('woke ahead')
    must(is.agent.conversed && is.agent.closedAt === null, 'only who has been awake before is woken ahead')
  }

  #crowd(all: State, now: number): void {
    const { agents, limits } = all
    const awake = [...agents.values()].filter(({ process }) => process === 'on' || process === 'starting')
    if (awake.length <= limits.awake) return
    this.ledger.count('more awake than wished')
    const spare = awake.some(
      (state) => isFree(all, state) && state.process === 'on' && !isComposing(state, now),
    )
    must(!spare, 'no more are awake than the user wishes, unless the others may not sleep')
  }

  /** Checks at any time that idle agents sleep in the end. */
  override checked(all: State, now: number): void {
    const { agents, limits } = all
    for (const state of agents.values()) {
      const { status, since } = state.agent
      if (status !== 'idle' || !isFree(all, state) || state.typing !== null) continue
      must(now <= since + limits.sleepAfter + 1000, 'who has nothing to do sleeps in the end')
    }
  }
}

/** Whether this agent's text may reach the other: over a link, in a gathering, or as a reply. */
function isExpecting(id: AgentId, { agent, mailbox, gatheringId }: AgentState, all: State): boolean {
  const isLinked = [...all.links.values()].some(
    ({ members, closed }) => closed === null && members.includes(id) && members.includes(agent.id),
  )
  const isOwed = mailbox.some(
    ({ from, state, expectsReply }) =>
      from.kind === 'agent' && from.id === id && state === 'read' && expectsReply,
  )
  return isLinked || isOwed || (gatheringId !== null && all.agents.get(id)?.gatheringId === gatheringId)
}

/** Whether it is this agent's turn in a running gathering. */
function hasPiece({ gatherings }: State, { agent, gatheringId }: AgentState): boolean {
  const g = gatheringId === null ? undefined : gatherings.get(gatheringId)
  return g?.stage === 'running' && holderOf(g) === agent.id && g.piece?.stopped === null
}

function isFree(all: State, state: AgentState): boolean {
  const { turn, frames, cards, awaits, background, mailbox, gatheringId: sits } = state
  // Its conversation would be lost with its process.
  if (!state.abilities.resumes) return false
  if (hasPiece(all, state)) return false
  if (turn !== null || cards.length > 0 || awaits.length > 0 || background.length > 0) return false
  const work = mailbox.some(
    (message) =>
      message.state === 'queued' &&
      !isAbsorbed(message) &&
      !waitsForCap(all, state, message) &&
      (sits === null || message.from.kind === 'user' || message.now),
  )
  // A turn that failed is retried when due, whether asleep or not; and a note waits for the next prompt.
  const waits = frames.every(
    ({ phase, broke, how, prompt, chain }) =>
      // A gathering's prompt waits while it is paused; an unread timer waits while its agent has a seat.
      (phase === 'unfinished' &&
        (broke?.why === 'error' ||
          broke?.why === 'cap' ||
          callOf({ prompt, chain }) !== null ||
          (sits !== null && chain === null && prompt?.by === 'heartbeat'))) ||
      (phase === 'started' && how === 'note'),
  )
  return waits && !work
}

/** While everything is stopped, no turn and no process starts, except for later messages of the user. */
export class StopWatcher extends Watcher {
  committed(commit: Commit): void {
    const { before, after } = commit
    const { stopped } = after.limits
    if (stopped === null) {
      if (before.limits.stopped !== null) this.ledger.count('gone on')
      return
    }
    if (before.limits.stopped === null) this.ledger.count('stopped everything')
    for (const { frame, messages } of this.ledger.written) {
      if (frame.how === 'note') continue
      this.ledger.count('word while stopped')
      must(
        frame.kind === 'mail' && messages.some((message) => isMessageSinceStop(message, stopped)),
        'nothing begins while everything is stopped',
      )
    }
    for (const [id, is] of after.agents) {
      const isStarting = before.agents.get(id)?.process === 'off' && is.process === 'starting'
      const hasWord = is.mailbox.some((message) => isMessageSinceStop(message, stopped))
      must(!isStarting || hasWord, 'no process starts while everything is stopped')
    }
  }
}

const hour = 3_600_000
/** The most unread rows kept for an agent whose tab is never opened. */
const mostUnread = 99

/** Every notification of an agent is shown once, in order, in time, and within the hourly limit. */
export class NoticeWatcher extends Watcher {
  /** Times of an agent's notifications in the last hour. */
  readonly #shown = new Map<AgentId, readonly number[]>()

  override rebooted(): void {
    this.#shown.clear()
  }

  committed({ before, rows, now }: Commit): void {
    for (const row of rows) {
      if (row.table !== 'agent') continue
      const { id } = row.row
      const told = rows.flatMap((one) =>
        one.table === 'entry' && one.row.agent === id && one.row.isNotice ? [one.row.n] : [],
      )
      told.push(...namesUser(rows, id, before))
      for (const _ of told) this.ledger.count('notice')
      this.#looks(row.row, before.agents.get(id)?.agent, told, now)
    }
  }

  #looks({ id, notices }: Agent, was: Agent | undefined, told: readonly number[], now: number): void {
    const held = was?.notices?.held ?? null
    const count = (held?.count ?? 0) + told.length
    const last = notices?.last ?? null
    const isShown = last !== null && last.row !== was?.notices?.last?.row
    if (!isShown) return must((notices?.held?.count ?? 0) === count, 'a notice is shown or waits')
    must(last.row === (held?.row ?? told[0]), 'notices are shown in order, each once')
    must(last.count === count, 'all that waits is shown together')
    const times = [...(this.#shown.get(id) ?? []).filter((at) => at > now - hour), now]
    must(
      times.length <= noticesPerHour,
      'the user is shown notices of an agent three times in an hour at most',
    )
    this.#shown.set(id, times)
    if (count > 1) this.ledger.count('notices shown together')
  }

  override checked({ agents }: State, now: number): void {
    for (const { agent } of agents.values()) {
      if (agent.closedAt !== null || !agent.notices?.held) continue
      must((agent.notices.shown[0] ?? 0) + hour >= now, 'a notice waits an hour at most')
    }
  }
}

/** Transcript rows whose crossing mentions the user, for agents linked with the user. */
function namesUser(rows: Commit['rows'], agent: AgentId, { links }: State): readonly number[] {
  const isWithUser = [...links.values()].some(
    ({ mode, closed, members }) => mode === 'mentions' && closed === null && members.includes(agent),
  )
  const turns = rows.flatMap((row) =>
    isWithUser && row.table === 'crossing' && row.row.from === agent && row.row.text.includes('@user')
      ? [row.row.turn]
      : [],
  )
  return [...new Set(turns)].flatMap((turn) => {
    const crossed = rows.flatMap((row) =>
      row.table === 'crossing' && row.row.turn === turn ? [row.row.id] : [],
    )
    const lines = rows.flatMap((row) =>
      row.table === 'entry' && row.row.crossing && crossed.includes(row.row.crossing) ? [row.row.n] : [],
    )
    return lines.slice(-1)
  })
}

/** Text that ends a turn is unread until the user has seen it; nothing else adds or removes such marks. */
export class UnreadWatcher extends Watcher {
  committed({ before, after }: Commit): void {
    for (const [id, { agent }] of after.agents) {
      const was = before.agents.get(id)?.agent.unread ?? []
      const { unread, entryCount } = agent
      if (unread === was) continue
      this.ledger.count('unread')
      must(
        unread.length <= mostUnread && unread.every((row) => row <= entryCount),
        'what is unread is a row of its tab',
      )
      // Nobody looks in these worlds, so only the oldest beyond the limit disappear.
      const kept = was.filter((row) => unread.includes(row)).length
      must(
        kept === Math.min(was.length, mostUnread - (unread.length - kept)),
        'what was not seen stays unread',
      )
    }
    for (const { agent: id, outcome, text, promptedBy } of this.ledger.ended) {
      const now = after.agents.get(id)?.agent.unread
      if (outcome !== 'completed' || promptedBy?.by === 'gathering' || text.trim() === '' || isSilent(text))
        continue
      must(
        now === undefined || now !== before.agents.get(id)?.agent.unread,
        'words that ended a turn are unread',
      )
    }
  }
}

/** Tables that an imported conversation may write. */
const still: readonly Row['table'][] = ['agent', 'entry', 'copied', 'timeline']

/** Imported text causes nothing: no message, turn or timer. */
export class PastWatcher extends Watcher {
  committed({ before, after, rows, steps }: Commit): void {
    for (const row of rows) {
      if (row.table !== 'entry' || row.row.imported !== true) continue
      const { message, link, crossing, at } = row.row
      must(
        message === null && link === undefined && crossing === undefined,
        'what was said before is nobody’s mail',
      )
      must(at < after.at, 'what was said before has its own time')
    }
    if (steps > 1) return
    const made = [...after.agents.values()].filter(({ agent }) => !before.agents.has(agent.id))
    const has = ({ agent }: AgentState) =>
      rows.some(
        (row) =>
          (row.table === 'copied' && row.to === agent.id && row.rows !== undefined) ||
          (row.table === 'entry' && row.row.agent === agent.id && row.row.imported === true),
      )
    for (const state of made.filter(has)) this.#isStill(state, rows)
  }

  #isStill(state: AgentState, rows: readonly Row[]): void {
    const { agent, mailbox, frames, turn, process, heartbeats } = state
    this.ledger.count('tabs with a past')
    must(
      mailbox.length + frames.length + heartbeats.length === 0 && turn === null,
      'a past brings nothing to do',
    )
    must(process === 'off' && agent.status === 'asleep', 'a past wakes nobody')
    must(agent.used.turns === 0 && agent.used.costUsd === 0, 'what was used before is not counted again')
    // Other rows of the commit concern other agents.
    const about = rows.filter((row) => JSON.stringify(row).includes(agent.id))
    must(
      about.every(({ table }) => still.includes(table)),
      'a past makes no message, turn, crossing or timer',
    )
    const told = about.flatMap((row) => (row.table === 'timeline' ? [row.row.fact.kind] : []))
    must(
      told.every((kind) => kind === 'agent'),
      'of a past the timeline tells that the tab is there',
    )
    const n = rows.flatMap((row) => (row.table === 'entry' && row.row.agent === agent.id ? [row.row.n] : []))
    must(Math.max(0, ...n) === agent.entryCount, 'its next row goes on from its past')
  }
}
