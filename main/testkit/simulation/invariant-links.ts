import type { LinkDelivery, Crossing, Link, LinkId } from '../../contract/links/links.ts'
import type { AgentId, MessageId, TurnId } from '../../contract/api/model.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { State, AgentState } from '../../core/step/state.ts'
import type { Turn } from '../../core/step/frames-and-turns.ts'
import { isWords, type Commit, type Written } from './ledger.ts'
import { isLinkSpent } from './invariant-budget.ts'
import { must, Watcher } from './invariant.ts'
import { names } from './invariant-mentions.ts'
import { userKey } from '../../contract/mail/authors.ts'
import { wakes } from '../../contract/mail/priorities.ts'
import { isBrief } from '../../core/links/briefing.ts'

/** How text reaches a member, and over which link. */
interface Way {
  readonly link: LinkId
  readonly carriage: LinkDelivery
}

/** From the least interrupting. */
const ranks: Readonly<Record<LinkDelivery, number>> = { paused: 0, absorb: 1, asked: 2, converse: 2 }

/** Crossings: the final text of a completed turn that a message began, once to each receiver. */
export class LinkWatcher extends Watcher {
  readonly #delivered = new Map<TurnId, Map<AgentId, MessageId>>()

  committed(commit: Commit): void {
    const crossings = commit.rows.flatMap((row) => (row.table === 'crossing' ? [row.row] : []))
    const turns = this.ledger.ended
    const concluded = crossings.filter(({ from }) => from !== userKey)
    for (const crossing of concluded) this.#crossed(crossing, turns, commit)
    if (commit.steps === 1) this.#lastWords(commit)
    this.#brought(crossings, commit)
    for (const turn of turns) this.#ended(turn, turns, commit)
    for (const crossing of concluded) this.#asks(crossing, crossings, commit)
  }

  /** What was not saved may cross again. */
  override rebooted(): void {
    for (const receivers of this.#delivered.values())
      for (const [to, message] of receivers) if (!this.ledger.messages.has(message)) receivers.delete(to)
  }

  #lastWords({ before, after }: Commit): void {
    for (const { from, to, idempotencyKey } of this.ledger.news) {
      if (from.kind !== 'agent' || !this.ledger.closing.has(idempotencyKey ?? '')) continue
      const isOpen = ({ members, closed }: Link) =>
        closed === null && members.length === 2 && members.includes(from.id) && members.includes(to)
      if ([...before.links.values()].some(isOpen)) this.ledger.count('last words')
      must(![...after.links.values()].some(isOpen), 'last words close the link behind them')
    }
  }

  #crossed(crossing: Crossing, turns: readonly Turn[], { before, after }: Commit): void {
    const { kind, text, sent, from, link } = crossing
    const turn = turns.find(({ id }) => id === crossing.turn)
    must(turn?.agent === from, 'what crosses is the end of a turn of its sender')
    must(turn.outcome === 'completed', 'no turn that was broken off crosses')
    const began = this.ledger.triggers.of(turn.frame)
    must(began === 'unknown' || isWords(began), `no turn of the system crosses (${began})`)
    must((kind === 'silent') === isSilent(turn.text), 'a silent text crosses nothing, any other does')
    must(kind === 'silent' || text === turn.text, 'nothing but the final text crosses')
    must(kind === 'said' || (text === '' && sent.length === 0), 'silence is sent to nobody')
    must(kind === 'silent' || sent.length > 0, 'only a link that carried counts')
    this.ledger.count(kind === 'silent' ? 'crossing silent' : 'crossing')
    const was = before.links.get(link) ?? after.links.get(link)
    must(was !== undefined, 'nothing crosses without a link')
    must(was.members.includes(from), 'only members speak over a link')
    const carried = sent.some(({ carriage }) => carriage !== 'paused')
    must(!carried || before.limits.links, 'with links off nothing crosses')
    const receivers = this.#delivered.get(turn.id) ?? new Map<AgentId, MessageId>()
    for (const { to, message } of sent) {
      must(was.members.includes(to) && to !== from, 'only the other members are told')
      must(!receivers.has(to), 'one turn reaches each receiver once')
      receivers.set(to, message)
    }
    this.#delivered.set(turn.id, receivers)
  }

  /** A message over a link and its crossing have the same text. */
  #brought(crossings: readonly Crossing[], { rows }: Commit): void {
    for (const message of this.ledger.news) {
      const { id, to, from, body, crossed, priority, hold, expectsReply } = message
      if (crossed === null) continue
      const crossing = crossings.find((one) => one.id === crossed.crossing)
      const sent = crossing?.sent.find(({ message }) => message === id)
      must(sent !== undefined, 'what came over a link is in a crossing')
      must(
        sent.to === to && sent.carriage === crossed.carriage,
        'a crossing says whom it was sent to, and how',
      )
      const isUsers = crossing?.from === userKey
      const sender = from.kind === 'agent' ? from.id : userKey
      must(sender === crossing?.from, 'what crosses is from its sender')
      const text = from.kind === 'system' ? body.slice(-crossing.text.length) : body
      must(text === crossing.text && !expectsReply, 'what crosses is the text, and no question')
      const wakes = ranks[crossed.carriage] === 2
      if (crossed.carriage !== 'paused')
        must(
          priority === (wakes ? (isUsers ? 'high' : 'normal') : 'low'),
          'what is absorbed wakes nobody, what wakes does',
        )
      must(
        (crossed.carriage === 'paused') === (hold === 'paused') || message.reason?.kind === 'mailboxFull',
        'a pause keeps back, and nothing else does',
      )
      this.ledger.count(`crossing ${crossed.carriage}`)
    }
    const brought = rows.flatMap((row) => (row.table === 'message' ? [row.row.id] : []))
    for (const { sent } of crossings)
      for (const { message } of sent) must(brought.includes(message), 'what is sent is a message')
  }

  /** The first text back is an answer in every mode, and expects none; any other does. */
  #asks(
    { from, sent, link }: Crossing,
    crossings: readonly Crossing[],
    { before, after, steps }: Commit,
  ): void {
    // Of several turns that a transcript reported at once, the first may answer and the next ask.
    const own = crossings.filter((one) => one.link === link && one.from === from)
    if (steps !== 1 || own.length > 1) return
    for (const { to, carriage } of sent) {
      // A held message has not been received.
      if (carriage === 'paused') continue
      const isOwed = [...after.links.values()].some(
        ({ asks, closed }) => closed === null && waitsFor(asks, to, from),
      )
      must(!isOwed, 'the first word back is the answer')
      const { asks: were = [] } = before.links.get(link) ?? {}
      const { asks = [] } = after.links.get(link) ?? {}
      const isAnswer = waitsFor(were, to, from)
      if (isAnswer) must(waitsFor(asks, from, to) === waitsFor(were, from, to), 'an answer asks nothing')
      else must(waitsFor(asks, from, to), 'what is said waits for a word back')
    }
  }

  /** The receivers are exactly those of the modes. */
  #ended(turn: Turn, turns: readonly Turn[], commit: Commit): void {
    const { before, after, steps } = commit
    if (steps !== 1 || turns.length !== 1) return
    const began = this.ledger.triggers.of(turn.frame)
    if (began === 'unknown') return
    const { news } = this.ledger
    const speaks = turn.outcome === 'completed' && isWords(began) && turn.text.trim() !== ''
    const said = speaks && !isSilent(turn.text) && after.agents.has(turn.agent)
    const wanted = said ? this.#waysOf(commit, turn, news) : new Map<AgentId, Way>()
    const had = new Map(news.flatMap(({ to, crossed }) => (crossed ? [[to, crossed] as const] : [])))
    for (const [to, { link, carriage }] of wanted) {
      const is = had.get(to)
      must(is !== undefined, `who is linked hears it (${to} over ${link})`)
      must(is.link === link, 'the most waking link carries, then the oldest')
      const anchored = carriage === 'paused' ? 'no' : this.#anchored(before, to)
      const expected = anchored === 'yes' ? 'absorb' : carriage
      const isHushed = is.carriage === 'absorb' && anchored !== 'no'
      must(
        is.carriage === expected || isHushed,
        `it comes as the mode says (${carriage}, not ${is.carriage})`,
      )
    }
    for (const to of had.keys()) must(wanted.has(to), `nobody else hears it (${to})`)
  }

  #waysOf({ before, after }: Commit, turn: Turn, news: readonly Message[]): Map<AgentId, Way> {
    const ways = new Map<AgentId, Way>()
    const open = [...before.links.values()].filter(
      ({ closed, members }) => closed === null && members.includes(turn.agent),
    )
    for (const link of open) {
      const sits = link.members.some((one) => (before.agents.get(one)?.gatheringId ?? null) !== null)
      const rests =
        !before.limits.links ||
        link.stoppedByLoop ||
        link.budgetUsed >= link.budgetGranted ||
        sits ||
        isLinkSpent(after, link.id)
      for (const to of link.members) {
        const isAnswered = news.some((one) => one.isReply && one.to === to && one.body === turn.text)
        if (to === turn.agent || isAnswered) continue
        const isNamed = names(turn.text, to, before)
        const carriage = rests ? 'paused' : carriageOf(link, turn.agent, to, isNamed)
        const best = ways.get(to)
        if (!best || ranks[carriage] > ranks[best.carriage]) ways.set(to, { link: link.id, carriage })
      }
    }
    return ways
  }

  /** Whether its anchor's turn is running, or (`soon`) about to. */
  #anchored({ agents }: State, to: AgentId): 'yes' | 'soon' | 'no' {
    const { turn = null, frames = [] } = agents.get(to) ?? {}
    if (turn !== null) return this.ledger.triggers.of(turn.frame) === 'anchor' ? 'yes' : 'no'
    const isSoon = frames.some(
      ({ id, phase }) => phase !== 'unfinished' && this.ledger.triggers.of(id) === 'anchor',
    )
    return isSoon ? 'soon' : 'no'
  }
}

/** Follows from the link's mode and the member's setting. */
function carriageOf(
  { mode, mutedMembers: lowered, asks }: Link,
  from: AgentId,
  to: AgentId,
  isNamed: boolean,
): LinkDelivery {
  if (mode === 'paused') return 'paused'
  if (mode === 'absorb' || lowered.includes(to)) return 'absorb'
  if (mode === 'converse') return 'converse'
  if (mode === 'mentions') return isNamed ? 'converse' : 'absorb'
  return waitsFor(asks, to, from) ? 'asked' : 'absorb'
}

function waitsFor(asks: Link['asks'], one: AgentId, other: AgentId): boolean {
  return asks.some(({ by, of }) => by === one && of === other)
}

/** Whether the text says that there is nothing to add. */
export function isSilent(text: string): boolean {
  return /(?:^|\n) {0,3}SILENT\.?\s*$/.test(text)
}

/** A linked agent gets the rules and names before its next prompt, and again when they were lost. */
export class RulesWatcher extends Watcher {
  /** Since when each agent needs the rules again. */
  readonly #since = new Map<string, number>()
  readonly #told = new Map<AgentId, MessageId[]>()

  override rebooted(): void {
    this.#since.clear()
  }

  committed(commit: Commit): void {
    const { before, after, now } = commit
    for (const [id, is] of after.agents) {
      const was = before.agents.get(id)
      if (!was) continue
      const isLost = was.agent.conversed && !is.agent.conversed
      if (isLost || was.agent.conversation !== is.agent.conversation) this.#since.set(id, now)
    }
    for (const [id, at] of this.ledger.compacted) if (at === now) this.#since.set(id, at)
    for (const { id, to } of this.ledger.news.filter(isRules)) {
      this.ledger.count('rules told')
      this.#told.set(to, [...(this.#told.get(to) ?? []), id])
    }
    for (const written of this.ledger.written) this.#written(written, commit)
  }

  #written({ frame, before, after, messages }: Written, commit: Commit): void {
    if (frame.how !== 'begin' && frame.how !== 'note') return
    // An agent in a gathering gets the rules after its close.
    if (after.gatheringId !== null) return
    // An input that is written again is alone.
    if (frame.kind === 'nudge' || frame.kind === 'resume' || frame.kind === 'reminder') return
    if (messages.some(({ from, body }) => from.kind === 'user' && body.startsWith('/'))) return
    for (const link of commit.before.links.values()) {
      if (commit.after.links.get(link.id)?.closed !== null || link.closed !== null) continue
      if (!link.members.includes(before.agent.id)) continue
      const names = namesIn(link, before.agent.id, commit)
      must(this.#isTold(after, names, commit), `the rules go ahead of the next prompt (${names.join()})`)
    }
  }

  /** A message of Janus with the names was read, or comes with this prompt. */
  #isTold({ agent, frames }: AgentState, names: readonly string[], { now }: Commit): boolean {
    const since = this.#since.get(agent.id) ?? 0
    const out = new Set(frames.flatMap(({ messages }) => messages))
    for (const id of this.#told.get(agent.id) ?? []) {
      const message = this.ledger.messages.get(id)
      if (!message || message.acceptedAt < since) continue
      // The user withdrew it, or gave it a priority of its own.
      if (message.state === 'withdrawn' || wakes(message.priority) || message.now) return true
      if (message.turn === null && !out.has(message.id)) continue
      if (names.every((name) => message.body.includes(name))) return true
    }
    return now === since
  }
}

/** Whether it is a message of Janus with the rules. */
function isRules(message: Message): boolean {
  return isBrief(message) && message.metadata['rules'] === 'true'
}

function namesIn({ members }: Link, self: AgentId, { before }: Commit): readonly string[] {
  return members.flatMap((id) => (id === self ? [] : (before.agents.get(id)?.agent.name ?? [])))
}
