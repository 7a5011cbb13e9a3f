import {
  allTokens,
  nothingUsed,
  type Cap,
  type Raise,
  type Tokens,
  type Used,
} from '../../contract/budget/budget.ts'
import type { Message } from '../../contract/mail/messages.ts'
import type { Turn } from '../../core/step/frames-and-turns.ts'
import type { AgentState, State } from '../../core/step/state.ts'
import { type Commit } from './ledger.ts'
import { must, Watcher } from './invariant.ts'
import { userKey } from '../../contract/mail/authors.ts'
import type { Row } from '../../core/step/effects.ts'
import type { Link, LinkId } from '../../contract/links/links.ts'

type Amounts = Pick<Used, 'costUsd' | 'tokens'>

/** Whether usage has reached a cap plus what was added to it. */
function isUp(cap: Cap | null, added: Raise, { costUsd, tokens }: Amounts): boolean {
  if (cap === null) return false
  const isOutOfMoney = cap.usd !== null && costUsd >= cap.usd + added.usd
  return isOutOfMoney || (cap.tokens !== null && allTokens(tokens) >= cap.tokens + added.tokens)
}

/** Whether an agent, by its tab's or the day's cap, may start only the user's messages. */
export function isSpent({ limits, day }: State, { agent }: AgentState): boolean {
  const isDayUp = day !== null && isUp(limits.caps.day, day.raised, day.used)
  return isDayUp || isUp(agent.cap ?? limits.caps.tab, agent.raised, agent.used)
}

/** Whether a link has reached its cap. */
export function isLinkSpent({ limits, links }: State, id: string | undefined): boolean {
  const link = [...links.values()].find((one) => one.id === id)
  return link !== undefined && isUp(link.cap ?? limits.caps.link, link.raised, link.used)
}

/** Whether a message waits for a cap to be raised. */
export function waitsForCap(all: State, state: AgentState, { from, now, crossed }: Message): boolean {
  if (from.kind === 'user' || now) return false
  return isSpent(all, state) || isLinkSpent(all, crossed?.link)
}

/** Whether a message waits for the cap of a closed link. */
function isStranded({ limits, links }: State, { state, priority, now, crossed }: Message): boolean {
  if (state !== 'queued' || priority === 'low' || now || crossed === null) return false
  const link = links.get(crossed.link)
  return (
    link !== undefined && link.closed !== null && isUp(link.cap ?? limits.caps.link, link.raised, link.used)
  )
}

/** Over a cap nothing starts without the user's approval; sums match the turns. */
export class CapWatcher extends Watcher {
  /** Sums by agent, link, day and overall. Null: take them from the next state. */
  #sums: Map<string, Sum> | null = null

  /** Tokens last reported of running turns. */
  readonly #seen = new Map<string, number>()

  override rebooted(): void {
    this.#sums = null
  }

  committed(commit: Commit): void {
    this.#begins(commit)
    this.#adds(commit)
    this.#outlasts(commit)
    this.#counts(commit)
  }

  #begins(commit: Commit): void {
    const { before, after } = commit
    for (const { frame, messages } of this.ledger.written) {
      if (frame.how === 'note') continue
      const [was, is] = [before.agents.get(frame.agent), after.agents.get(frame.agent)]
      if (!was || !is) continue
      const isWord = messages.some(({ from, now }) => from.kind === 'user' || now)
      const isOver = isSpent(before, was) && isSpent(after, is)
      if (isOver) {
        this.ledger.count('word over a cap')
        must(frame.kind === 'mail' && isWord, 'over a cap nothing begins but the words of the user')
      }
      if (isWord || frame.kind !== 'mail' || frame.how === 'interject') continue
      const woke = messages.filter(({ priority }) => priority !== 'low')
      const isCarried = woke.length > 0 && woke.every(({ crossed }) => crossed !== null)
      const isLinkOver = woke.every(
        ({ crossed }) => isLinkSpent(before, crossed?.link) && isLinkSpent(after, crossed?.link),
      )
      must(!isCarried || !isLinkOver, 'nothing begins that crossed a link over its cap')
    }
  }

  #adds({ before, after, rows }: Commit): void {
    const sums = this.#sums ?? sumsIn(before)
    this.#sums = sums
    // If the clock was wrong, a day may continue an earlier one, with its usage.
    if ((before.day?.date ?? '') < (after.day?.date ?? '')) {
      sums.set('day', none)
      for (const key of sums.keys()) if (key.startsWith(timerKey(''))) sums.delete(key)
    }
    for (const row of rows) {
      if (row.table === 'agent' && !sums.has(row.row.id)) sums.set(row.row.id, none)
      if (row.table === 'link' && !sums.has(row.row.id)) sums.set(row.row.id, none)
      if (row.table !== 'turn' || row.open) continue
      const { agent, link, promptedBy: by } = row.row
      // A turn that ends after its gathering no longer counts for it.
      const circle =
        by?.by === 'gathering' && before.gatherings.has(by.call.gathering) ? [by.call.gathering] : []
      const timer = by?.by === 'heartbeat' ? [timerKey(by.id)] : []
      if (timer.length > 0) this.ledger.count('use of a timer')
      for (const key of ['all', agent, ...circle, ...timer, ...(link === null ? [] : [link])])
        sums.set(key, plus(sums.get(key) ?? none, row.row))
    }
    for (const row of rows)
      if (row.table === 'turn' && !row.open) sums.set('day', plus(sums.get('day') ?? none, row.row))
    for (const [id, { agent }] of after.agents) this.#same(id, agent.used)
    for (const [id, link] of after.links) if (before.links.has(id)) this.#same(id, link.used)
    for (const [id, g] of after.gatherings)
      if (before.gatherings.has(id)) this.#same(id, g)
      else sums.set(id, sumOf(g))
    if (after.day) this.#same('all', after.day.total)
    if (after.day && before.day?.date === after.day.date) {
      this.#same('day', after.day.used)
      for (const key of sums.keys())
        if (key.startsWith(timerKey('')))
          this.#same(key, after.day.timers[key.slice(timerKey('').length)] ?? nothingUsed)
    }
  }

  #same(key: string, { costUsd, tokens, unpriced }: Omit<Used, 'turns'>): void {
    const sum = this.#sums?.get(key) ?? none
    must(allTokens(tokens) === sum.tokens, `the tokens of ${key} are those of its turns`)
    must(Math.abs(costUsd - sum.costUsd) < 1e-6, `the money of ${key} is that of its turns`)
    must(unpriced === sum.unpriced, `the turns of ${key} that told no price are counted`)
  }

  /** A process that crashes in a turn reports no totals, nor does one that Janus lost by its own crash. */
  #outlasts({ rows }: Commit): void {
    for (const row of rows) {
      if (row.table !== 'turn') continue
      const { id, seen, tokens, outcome } = row.row
      if (row.open) {
        if (allTokens(seen) > 0) this.#seen.set(id, allTokens(seen))
        continue
      }
      const most = this.#seen.get(id) ?? 0
      this.#seen.delete(id)
      if (most === 0 || outcome !== 'died') continue
      this.ledger.count('use of a turn that died')
      must(allTokens(tokens) >= most, 'what a turn was seen to use is counted, even if a process dies')
    }
  }

  #counts({ before, after, rows }: Commit): void {
    for (const [id, is] of after.agents) {
      const was = before.agents.get(id)
      if (was && !isSpent(before, was) && isSpent(after, is)) this.ledger.count('cap reached by a tab')
      // Other messages may pass one that only its link holds back.
      for (const message of is.mailbox)
        if (!isSpent(after, is) && message.state === 'queued' && waitsForCap(after, is, message))
          this.ledger.excused.add(message.id)
      if (was && was.haltedBy !== 'turnCap' && is.haltedBy === 'turnCap')
        this.ledger.count('cap reached by a turn')
      must(
        !is.mailbox.some((message) => isStranded(after, message)),
        'nothing waits for a cap that nobody can raise',
      )
    }
    for (const id of after.links.keys())
      if (before.links.has(id) && !isLinkSpent(before, id) && isLinkSpent(after, id))
        this.ledger.count('cap reached by a link')
    const untold = rows.some((row) => row.table === 'turn' && !row.open && !row.row.isPriced)
    if (untold) this.ledger.count('turn without a price')
  }
}

const timerKey = (id: string): string => `timer ${id}`

interface Sum {
  readonly costUsd: number
  readonly tokens: number
  readonly unpriced: number
}

const none: Sum = { costUsd: 0, tokens: 0, unpriced: 0 }

function plus(
  { costUsd, tokens, unpriced }: Sum,
  turn: Pick<Turn, 'costUsd' | 'isPriced'> & { tokens: Tokens },
): Sum {
  // Turns without usage are not counted.
  const isCounted = turn.costUsd > 0 || allTokens(turn.tokens) > 0
  return {
    unpriced: unpriced + (isCounted && !turn.isPriced ? 1 : 0),
    costUsd: costUsd + (turn.isPriced ? turn.costUsd : 0),
    tokens: tokens + allTokens(turn.tokens),
  }
}

function sumOf({ costUsd, tokens, unpriced }: Omit<Used, 'turns'>): Sum {
  return { costUsd, tokens: allTokens(tokens), unpriced }
}

function sumsIn({ agents, links, gatherings, day }: State): Map<string, Sum> {
  return new Map([
    ...[...agents].map(([id, { agent }]) => [id as string, sumOf(agent.used)] as const),
    ...[...links].map(([id, { used }]) => [id as string, sumOf(used)] as const),
    ...[...gatherings].map(([id, g]) => [id as string, sumOf(g)] as const),
    ...(day ? [['all', sumOf(day.total)] as const, ['day', sumOf(day.used)] as const] : []),
    ...Object.entries(day?.timers ?? {}).map(([id, used]) => [timerKey(id), sumOf(used)] as const),
  ])
}

/** Crossings that a message of the user adds to a link. */
const extension = 8
/** Crossings that a paused link keeps. */
const keeps = 20

/** No link carries more than the user allowed, even when it is closed and reopened. */
export class BudgetWatcher extends Watcher {
  readonly #links = new Map<LinkId, Link>()
  /** Budget of each set of members since the user's last message to one of them. */
  #keptBefore: ReadonlySet<LinkId> = new Set()
  #spent = new Map<string, { readonly used: number; readonly allowed: number }>()

  override rebooted(): void {
    this.#links.clear()
    this.#spent = new Map()
  }

  committed(commit: Commit): void {
    const { before, after, rows } = commit
    this.#keptBefore = keptIn(before)
    for (const [id, link] of before.links) if (!this.#links.has(id)) this.#links.set(id, link)
    const links = rows.flatMap((row) => (row.table === 'link' ? [row.row] : []))
    this.#begin(commit)
    for (const link of links) this.#changed(link, commit)
    for (const link of after.links.values()) this.#holds(link, commit)
    for (const row of rows) {
      if (!isConclusion(row)) continue
      const is = links.find(({ id }) => id === row.row.link)
      must(is !== undefined, 'what crosses is counted')
    }
    for (const state of after.agents.values()) {
      for (const { crossed, hold } of state.mailbox) {
        const link = crossed && after.links.get(crossed.link)
        if (hold === 'paused')
          must(!!link && isAtRest(link, after), 'only a pause or a rest keeps a crossing back')
      }
    }
    this.#kept(commit)
  }

  /** The user's message to a member starts a new budget period. */
  #begin({ after, rows, steps }: Commit): void {
    const { messages, news } = this.ledger
    for (const { from, to, body, spoken, acceptedAt, crossed } of news) {
      // The user's statement in a gathering is addressed to no particular member.
      if (from.kind !== 'user' || spoken || body.startsWith('/')) continue
      // Retrying an undeliverable message is not a new one.
      const isAgain = [...messages.values()].some(
        (one) => one.to === to && one.body === body && one.state === 'undeliverable',
      )
      if (isAgain) continue
      // The last messages of a link that closes.
      if (rows.some((other) => other.table === 'link' && other.row.closed?.at === acceptedAt)) continue
      // A message in a link counts for that link alone.
      const spokenIn = crossed === null ? null : after.links.get(crossed.link)
      for (const key of [...this.#spent.keys()])
        if (spokenIn ? key === keyOf(spokenIn) : key.includes(to)) this.#spent.delete(key)
      for (const { id, members, closed, budgetUsed: used } of after.links.values()) {
        if (closed !== null || !members.includes(to) || steps !== 1) continue
        if (crossed !== null && crossed.link !== id) continue
        must(used === 0 || this.#keptBefore.has(id), "the user's word begins a new episode")
      }
    }
  }

  #changed(link: Link, commit: Commit): void {
    const { before, rows, now } = commit
    const { id, budgetUsed: used, budgetGranted: allowed, closed, members, episode } = link
    const was = before.links.get(id)
    const said = rows.flatMap((row) => (isConclusion(row) && row.row.link === id ? [row.row] : []))
    // Held crossings count when they are released.
    const crossed = said.filter(({ sent }) => sent.some(({ carriage }) => carriage !== 'paused')).length
    const goesOn = this.#keptBefore.has(id)
    const isSaidIn = rows.some(
      (row) => row.table === 'crossing' && row.row.link === id && row.row.from === userKey,
    )
    const words =
      isSaidIn ||
      this.ledger.news.some(
        ({ from, to, spoken }) =>
          from.kind === 'user' && spoken === null && was?.members.includes(to) === true,
      )
    if (!was) {
      this.#opened(link, commit)
    } else {
      const isNew = episode > was.episode
      must(!isNew || words, 'nothing but the word of the user begins an episode')
      if (isNew) this.ledger.count('episode begun')
      // A link with one member has no budget.
      const isLeft = members.length < 2
      const counted = isNew ? crossed : was.budgetUsed + crossed
      must(isLeft || used === counted || (goesOn && used >= counted), 'every crossing is counted, once')
      must(link.crossings === was.crossings + said.length, 'all crossings are counted, once')
      const isExtended = this.ledger.extended.get(id) === now
      if (allowed > was.budgetGranted && !isNew) {
        must(isExtended && allowed === was.budgetGranted + extension, 'nobody but the user adds to a budget')
        this.ledger.count('link extended')
      }
      must(said.length === 0 || (was.closed === null && closed === null), 'nothing crosses a closed link')
      if (was.closed !== null && closed === null) {
        must(
          link.opened.at === now && !isNew && allowed === was.budgetGranted,
          'opening again goes on counting',
        )
        this.ledger.count('link opened again')
      }
      must(
        members.every((member) => was.members.includes(member)),
        'nobody joins a link',
      )
      if (was.closed === null && closed !== null) this.ledger.count('link closed')
      if (members.length < was.members.length) this.ledger.count('member left')
      if (was.budgetUsed < was.budgetGranted && used === allowed) this.ledger.count('budget used up')
      if (!was.stoppedByLoop && link.stoppedByLoop) this.ledger.count('link stilled')
    }
    this.#links.set(id, link)
    this.#spent.set(keyOf(link), { used, allowed })
  }

  /** Closing and reopening continues the count. */
  #opened(link: Link, { before, after }: Commit): void {
    this.ledger.count('link opened')
    must(link.closed === null || !after.links.has(link.id), 'a new link is open')
    const same = [...before.links.values()].some(
      (other) => other.closed === null && keyOf(other) === keyOf(link),
    )
    must(!same || after.links.get(link.id) !== link, 'the same members have one link')
    const spent = this.#spent.get(keyOf(link))
    if (!spent || spent.used === 0) return
    must(link.budgetUsed >= spent.used, 'opening again goes on counting')
    must(link.budgetGranted <= Math.max(spent.allowed, link.budgetUsed), 'opening again adds nothing')
    this.ledger.count('link opened again')
  }

  #holds(
    { members, mutedMembers: lowered, asks, budgetUsed: used, budgetGranted: allowed, closed }: Link,
    { after }: Commit,
  ): void {
    must(used <= allowed, 'no more crosses than is allowed')
    must(new Set(members).size === members.length, 'each member is in a link once')
    if (closed !== null) return
    must(members.length >= 2, 'a link has two members at least')
    must(
      members.every((member) => after.agents.has(member)),
      'who is gone has left its links',
    )
    must(
      lowered.every((member) => members.includes(member)),
      'only members lower their side',
    )
    must(
      asks.every(({ by, of }) => members.includes(by) && members.includes(of) && by !== of),
      'only members wait for each other',
    )
  }

  /** A paused link keeps the newest twenty. */
  #kept({ after }: Commit): void {
    const kept = new Map<LinkId, Set<string>>()
    for (const { mailbox } of after.agents.values()) {
      for (const { crossed, hold } of mailbox) {
        if (hold !== 'paused' || !crossed) continue
        const ids = kept.get(crossed.link) ?? new Set()
        kept.set(crossed.link, ids.add(crossed.crossing))
      }
    }
    for (const ids of kept.values()) must(ids.size <= keeps, 'a pause keeps twenty at most')
  }
}

function keyOf({ members }: Pick<Link, 'members'>): string {
  return [...members].sort().join(' ')
}

function keptIn({ agents }: State): ReadonlySet<LinkId> {
  const kept = new Set<LinkId>()
  for (const { mailbox } of agents.values())
    for (const { crossed, hold } of mailbox) if (hold === 'paused' && crossed) kept.add(crossed.link)
  return kept
}

/** Whether nothing crosses a link at present. */
function isAtRest(
  { id, mode, budgetUsed: used, budgetGranted: allowed, stoppedByLoop: stilled, members }: Link,
  all: State,
): boolean {
  const { limits, agents } = all
  if (isLinkSpent(all, id)) return true
  const sits = members.some((one) => (agents.get(one)?.gatheringId ?? null) !== null)
  return mode === 'paused' || stilled || used >= allowed || !limits.links || sits
}

/** A crossing of an agent's final text, not of the user's message in a link. */
const isConclusion = (row: Row): row is Extract<Row, { table: 'crossing' }> =>
  row.table === 'crossing' && row.row.kind === 'said' && row.row.from !== userKey
