import type { HeartbeatId, Intent } from '../../contract/timers/heartbeats.ts'
import type { Crossing, LinkId } from '../../contract/links/links.ts'
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
import type { OneTime } from './one-time.ts'
import type { Speech } from './speeches.ts'

/** The word that a body of a world begins with, by which it is found again; empty for words of Janus. */
export function wordOf(body: string): string {
  return /^word-\d+\./.exec(body)?.[0] ?? ''
}

/** All words of a world in a body, each at the beginning of a line: what the user says in a link may be several together. */
export function wordsOf(body: string): readonly string[] {
  return Array.from(body.matchAll(/^word-\d+\./gm), ([word]) => word)
}

/** What one commit of the engine made of the state. */
export interface Commit {
  readonly before: State
  readonly after: State
  readonly rows: readonly Row[]
  readonly now: number
  /** Of how many steps of the core it is made: of one, nearly always. */
  readonly steps: number
}

/** Every accepted message in its newest form, as the commits showed it, and what there is to count. */
export class Ledger {
  readonly messages = new Map<MessageId, Message>()
  /** Its newest form but one, for watchers that look at what has just changed. */
  readonly known = new Map<MessageId, Message>()
  /** Those that the newest commit has accepted. */
  news: readonly Message[] = []
  /** Prompts that the newest commit has written for the first time. */
  written: readonly Written[] = []
  /** Turns that the newest commit has ended. */
  ended: readonly Turn[] = []
  /** What crossed links, in order. */
  readonly crossings: Crossing[] = []
  readonly counts: Record<string, number> = {}
  /** What each prompt was. */
  readonly triggers = new TurnTriggers()
  /** What is known of gatherings. */
  readonly circles = new Circles()
  /** What was said with the piece, by its text: whether it is to pass it. */
  readonly speeches = new Map<string, Speech>()
  /** Agents, and when the user last told them to end, stop or be interrupted. */
  readonly handled = new Map<AgentId, number>()
  /** Agents, and when another one was last seen to write a message to them. */
  readonly addressed = new Map<AgentId, number>()
  /** Calls whose words are to close the link of the two. */
  readonly closing = new Set<string>()
  /** Links that the user has extended, and when. */
  readonly extended = new Map<LinkId, number>()
  /** Agents of whose timers the user has set or resumed one, since an anchor last fired. */
  readonly timed = new Set<AgentId>()
  /** Timers of which somebody has said that they still hold. */
  readonly kept = new Set<HeartbeatId>()
  /** Messages that a process had and did not read, so that another was given them. */
  readonly putBack = new Set<MessageId>()
  /** Messages on which the user has laid a hand, as to send them again. */
  readonly chosen = new Set<string>()
  /** Agents whose conversation was cut down, and when. */
  readonly compacted = new Map<AgentId, number>()
  /** When the clock was last set on, or the machine slept, in ms. */
  leaptAt = 0
  /** Messages that waited by the user's or a fault's doing: they may come out of order. */
  readonly excused = new Set<MessageId>()
  /** Words of messages that were forgotten with their agent, or never saved. */
  readonly blurred = new Set<string>()
  /** Words that a conversation did not hold any more, of agents that were deleted before they were put again. */
  readonly untold = new Set<string>()

  count(what: string, times = 1): void {
    this.counts[what] = (this.counts[what] ?? 0) + times
  }

  /** Whether words pass the piece, by what the one who said them meant. */
  passes(text: string): Speech['passes'] {
    // So it ends too where words of others, steered into that turn, left it nothing to say.
    if (isSilent(text)) return 'yes'
    return this.speechOf(text)?.passes ?? (text.endsWith('and the rest') ? 'maybe' : 'no')
  }

  /** What the one who said these words meant. */
  speechOf(text: string): Speech | undefined {
    return this.speeches.get(text) ?? this.speeches.get(text.trim())
  }

  /** Takes over what a commit changed, before the watchers look. */
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
      // Nobody can say whether it was read in a conversation that is over: it may be put once more.
      const isUnsure = row.row.reason?.kind === 'diedUnread' && !hasReceipts(commit.after, row.row.to)
      if (known?.state === 'written' && state === 'queued') this.putBack.add(id)
      if (known?.state === 'written' && state === 'queued' && isUnsure) this.#blur(known.body)
      // It may have been read in the moment in which its agent was deleted.
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

  /** Nobody can say whether it was read before its process died, and it is not taken up again: as when its seat was skipped. */
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

  /** What was not saved is forgotten. */
  reload(store: Store, time: OneTime): void {
    this.circles.reload(store, time)
    for (const [id, { body }] of [...this.messages]) {
      const kept = store.message(id)
      if (kept) this.messages.set(id, time.kept(kept))
      else this.messages.delete(id)
      if (!kept) this.#blur(body)
    }
  }
}

/** A prompt that a commit gives to a process, and its receiver's state around it. */
export interface Written {
  readonly frame: Frame
  readonly before: AgentState
  readonly after: AgentState
  readonly messages: readonly Message[]
}

/** The timer that a prompt puts, if it puts one. */
export const timerOf = ({ prompt }: Frame) => (prompt?.by === 'heartbeat' ? prompt : null)

/** The prompts that were written for the first time in a commit. */
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

/** Kept for what the agent is told next. */
export function isAbsorbed({ priority, from, now, spoken }: Message): boolean {
  return spoken !== null || (!wakes(priority) && from.kind !== 'user' && !now)
}

/** What a prompt puts before a model, and so what its turn is: somebody's words, or housekeeping. */
export type Began = 'user' | 'peer' | 'command' | 'notice' | 'reminder' | 'piece' | 'unknown' | Intent

/** Remembers of every prompt what it was, also through deaths and interruptions: told by what is in it. */
class TurnTriggers {
  readonly #began = new Map<FrameId, Began>()

  /** Takes over the prompts of a commit. */
  take(commit: Commit, prompts: readonly Written[]): void {
    for (const written of prompts) this.#began.set(written.frame.id, this.#beganBy(written, commit))
    this.#join(commit)
  }

  /** Several broken turns are one from now on: words weigh more than housekeeping, and the user's more than a peer's. */
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

  /** What the turn of a prompt is; `unknown` without a prompt. */
  of(frame: FrameId | null): Began {
    return frame === null ? 'unknown' : (this.#began.get(frame) ?? 'unknown')
  }

  #beganBy({ frame, messages }: Written, { rows }: Commit): Began {
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
    // Of several that end at once it takes up the one whose words it brings again.
    const words = frame.messages.join()
    const taken = mine.find((one) => one.messages.join() === words) ?? mine[0]
    return taken ? this.of(taken.id) : 'unknown'
  }
}

function weightOf(began: Began): number {
  if (began === 'user' || began === 'command') return 2
  return began === 'peer' ? 1 : 0
}

/** Whether a turn is somebody's words: only such turns cross links. */
export function isWords(began: Began): boolean {
  return began === 'user' || began === 'peer'
}

/** Whether a transcript can be asked after a death of such a process. */
function hasReceipts({ agents }: State, to: AgentId): boolean {
  const kind = agents.get(to)?.agent.kind
  return kind === undefined || abilitiesOf(kind).receipts !== 'none'
}
