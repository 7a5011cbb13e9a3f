import type { Intent } from '../../contract/timers/heartbeats.ts'
import type { Crossing } from '../../contract/links/links.ts'
import type { AgentId, FrameId, MessageId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Row } from '../../core/step/effects.ts'
import type { AgentState, State } from '../../core/step/state.ts'
import type { Frame, Turn } from '../../core/step/frames-and-turns.ts'
import type { Store } from '../../ports/ports.ts'
import { isSilent } from '../../contract/mail/last-line.ts'
import { wakes } from '../../contract/mail/priorities.ts'
import { Circles } from './circles.ts'
import { abilitiesOf } from './lesser-kinds.ts'
import type { MonotonicView } from './one-time.ts'
import type { Speech } from './speeches.ts'

/** The unique word at the beginning of a simulated message; empty for messages of Janus. */
export function wordOf(body: string): string {
  return /^word-\d+\./.exec(body)?.[0] ?? ''
}

/** All unique words in a body, each at the beginning of a line: the user's messages in a link may be joined. */
export function wordsOf(body: string): readonly string[] {
  return Array.from(body.matchAll(/^word-\d+\./gm), ([word]) => word)
}

export interface Commit {
  readonly before: State
  readonly after: State
  readonly rows: readonly Row[]
  readonly now: number
  /** Steps of the core in the commit: nearly always one. */
  readonly steps: number
}

/** The latest version of every accepted message, as commits showed it, and the counts. */
export class Ledger {
  readonly messages = new Map<MessageId, Message>()
  /** The previous versions of the messages in the last commit. */
  readonly known = new Map<MessageId, Message>()
  news: readonly Message[] = []
  /** Prompts that the last commit wrote for the first time. */
  written: readonly Written[] = []
  ended: readonly Turn[] = []
  readonly crossings: Crossing[] = []
  readonly counts: Record<string, number> = {}
  readonly triggers = new TurnTriggers()
  readonly circles = new Circles()
  /** Statements with the piece by their text, with the speaker's intention. */
  readonly speeches = new Map<string, Speech>()
  /** When the user last closed, stopped or interrupted each agent. */
  readonly handled = new Map<string, number>()
  /** When another agent was last seen to write to each agent. */
  readonly addressed = new Map<string, number>()
  /** Calls that are about to close their link. */
  readonly closing = new Set<string>()
  /** When the user last extended each link. */
  readonly extended = new Map<string, number>()
  /** Agents of which the user has set or resumed a timer since an anchor last fired. */
  readonly timed = new Set<string>()
  readonly kept = new Set<string>()
  /** Messages that a process had not read, so that another got them. */
  readonly putBack = new Set<MessageId>()
  /** Messages that the user acted on, such as a retry. */
  readonly chosen = new Set<string>()
  /** When each agent's conversation was last compacted. */
  readonly compacted = new Map<string, number>()
  /** When the clock was last advanced, or the computer slept. */
  leaptAt = 0
  /** Messages delayed by the user or a fault, which may come out of order. */
  readonly excused = new Set<MessageId>()
  /** Text of messages that were deleted with their agent, or never saved. */
  readonly blurred = new Set<string>()
  /** Text that a conversation had lost, of agents that were deleted before it was written again. */
  readonly untold = new Set<string>()

  count(what: string, times = 1): void {
    this.counts[what] = (this.counts[what] ?? 0) + times
  }

  /** Whether the speaker meant to pass the piece. */
  passes(text: string): Speech['passes'] {
    // The turn also ends like this when other steered messages left nothing to say.
    if (isSilent(text)) return 'yes'
    return this.speechOf(text)?.passes ?? (text.endsWith('and the rest') ? 'maybe' : 'no')
  }

  /** The speaker's intention with this text. */
  speechOf(text: string): Speech | undefined {
    return this.speeches.get(text) ?? this.speeches.get(text.trim())
  }

  /** Records a commit, before the watchers check it. */
  take(commit: Commit): void {
    const { rows } = commit
    this.circles.take(commit)
    this.known.clear()
    for (const row of rows) {
      if (row.table === 'crossing') this.crossings.push(row.row)
      if (row.table !== 'message') continue
      const { id } = row.row
      const known = this.messages.get(id)
      if (known && !this.known.has(id)) this.known.set(id, known)
      this.messages.set(id, row.row)
      const { state, deaths } = row.row
      // An ended conversation does not show whether it was read, so it may be written again.
      const isUnsure = row.row.reason?.kind === 'diedUnread' && !hasReceipts(commit.after, row.row.to)
      if (known?.state === 'written' && state === 'queued') this.putBack.add(id)
      if (known?.state === 'written' && state === 'queued' && isUnsure) this.#blur(known.body)
      // It may have been read just when its agent was deleted.
      if (known?.state === 'written' && state === 'dropped') this.#blur(known.body)
      const isGiven = (row.row.handled?.handedOverAt ?? null) !== null
      if (state === 'held' || deaths > 0 || known?.state === 'held' || isGiven) this.excused.add(id)
    }
    for (const row of rows) {
      if (row.table === 'forgotten') this.#deleted(commit.before.agents.get(row.agent))
      if (row.table === 'frame' && !row.open && !hasReceipts(commit.after, row.row.agent))
        this.#unsure(row.row, rows)
    }
    this.news = rows.flatMap((row) =>
      row.table === 'message' && !this.known.has(row.row.id) ? [row.row] : [],
    )
    this.ended = rows.flatMap((row) => (row.table === 'turn' && !row.open ? [row.row] : []))
    this.written = writtenIn(commit)
    this.triggers.take(commit, this.written)
  }

  /** Unknown whether it was read before its process died, and nothing resumes it. */
  #unsure({ phase, broke, messages }: Frame, rows: readonly Row[]): void {
    if (phase !== 'unfinished' || broke?.why !== 'died') return
    const isTakenUp = rows.some(
      (row) => row.table === 'frame' && row.open && row.row.messages.some((id) => messages.includes(id)),
    )
    if (!isTakenUp) for (const id of messages) this.#forget(id)
  }

  #deleted(agent: AgentState | undefined): void {
    for (const { messages } of agent?.frames.filter(({ isForgotten }) => isForgotten) ?? [])
      for (const id of messages) this.#forget(id)
  }

  #blur(body: string): void {
    for (const word of wordsOf(body)) this.blurred.add(word)
  }

  #forget(id: MessageId): void {
    for (const word of wordsOf(this.messages.get(id)?.body ?? '')) this.untold.add(word)
  }

  reload(store: Store, time: MonotonicView): void {
    this.circles.reload(store, time)
    for (const [id, { body }] of [...this.messages]) {
      const kept = store.message(id)
      if (kept) this.messages.set(id, time.kept(kept))
      else this.messages.delete(id)
      if (!kept) this.#blur(body)
    }
  }
}

/** A prompt that a commit writes, with its receiver's state before and after. */
export interface Written {
  readonly frame: Frame
  readonly before: AgentState
  readonly after: AgentState
  readonly messages: readonly Message[]
}

/** The timer that a prompt delivers, if any. */
export const timerOf = ({ prompt }: Frame) => (prompt?.by === 'heartbeat' ? prompt : null)

/** The prompts that a commit wrote for the first time. */
function writtenIn({ before, after, rows }: Commit): readonly Written[] {
  const written: Written[] = []
  for (const row of rows) {
    if (row.table !== 'frame' || row.row.phase !== 'written') continue
    const frame = row.row
    const was = before.agents.get(frame.agent)
    const is = after.agents.get(frame.agent)
    if (!was || !is || was.frames.some(({ id }) => id === frame.id)) continue
    const messages = is.mailbox.filter(({ id }) => frame.messages.includes(id))
    written.push({ frame, before: was, after: is, messages })
  }
  return written
}

/** Whether the process has not read it yet. */
export function isUnread({ phase }: Frame): boolean {
  return phase === 'written' || phase === 'accepted'
}

/** Whether it waits for the agent's next prompt. */
export function isAbsorbed({ priority, from, now, spoken }: Message): boolean {
  return spoken !== null || (!wakes(priority) && from.kind !== 'user' && !now)
}

/** The cause of a turn: somebody's message, or housekeeping. */
export type TurnCause = 'user' | 'peer' | 'command' | 'notice' | 'reminder' | 'piece' | 'unknown' | Intent

/** Remembers the cause of every prompt from its contents, across crashes and interruptions. */
class TurnTriggers {
  readonly #began = new Map<FrameId, TurnCause>()

  take(commit: Commit, prompts: readonly Written[]): void {
    for (const written of prompts) this.#began.set(written.frame.id, this.#beganBy(written, commit))
    this.#join(commit)
  }

  /** Joined broken turns have one cause: messages take precedence over housekeeping, and the user's over agents'. */
  #join({ rows }: Commit): void {
    const frames = rows.flatMap((row) => (row.table === 'frame' ? [row] : []))
    for (const { row, open } of frames) {
      if (!open || row.phase !== 'unfinished' || row.isSeveral !== true) continue
      const earlier = frames.filter(
        (one) => !one.open && one.row.agent === row.agent && one.row.broke?.why === 'error',
      )
      for (const { id } of earlier.map((one) => one.row))
        if (weightOf(this.of(id)) > weightOf(this.of(row.id))) this.#began.set(row.id, this.of(id))
    }
  }

  /** The cause of a prompt's turn; `unknown` without a prompt. */
  of(frame: FrameId | null): TurnCause {
    return frame === null ? 'unknown' : (this.#began.get(frame) ?? 'unknown')
  }

  #beganBy({ frame, messages }: Written, { rows }: Commit): TurnCause {
    if (frame.kind === 'prompt') return timerOf(frame)?.intent ?? 'piece'
    if (frame.kind === 'reminder') return frame.kind
    if (frame.kind === 'mail') {
      const own = messages.filter((message) => !isAbsorbed(message))
      if (own.some(({ asks }) => asks !== undefined)) return 'piece'
      const words = own.find(({ from }) => from.kind === 'user')
      if (words) return words.body.trimStart().startsWith('/') ? 'command' : 'user'
      return own.some(({ from }) => from.kind === 'agent') ? 'peer' : 'notice'
    }
    const broken = rows.flatMap((row) =>
      row.table === 'frame' && !row.open && row.row.phase === 'unfinished' ? [row.row] : [],
    )
    const mine = broken.filter(({ agent, id }) => agent === frame.agent && id !== frame.id)
    // Of several that end together it resumes the one whose messages it repeats.
    const words = frame.messages.join()
    const taken = mine.find((one) => one.messages.join() === words) ?? mine[0]
    return taken ? this.of(taken.id) : 'unknown'
  }
}

function weightOf(began: TurnCause): number {
  if (began === 'user' || began === 'command') return 2
  return began === 'peer' ? 1 : 0
}

/** Whether a message began the turn: only such turns cross links. */
export function isWords(began: TurnCause): boolean {
  return began === 'user' || began === 'peer'
}

/** Whether the transcript shows after a crash what was read. */
function hasReceipts({ agents }: State, to: AgentId): boolean {
  const kind = agents.get(to)?.agent.kind
  return kind === undefined || abilitiesOf(kind).receipts !== 'none'
}
