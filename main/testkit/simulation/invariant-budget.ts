import type { Link, LinkId } from '../../contract/links/links.ts'
import type { State } from '../../core/step/state.ts'
import type { Commit } from './ledger.ts'
import { isLinkSpent } from './invariant-caps.ts'
import { must, Watcher } from './invariant.ts'

/** Crossings that one word of the user's adds to a link. */
const extension = 8
/** Crossings that a paused link keeps. */
const keeps = 20

/** No link carries more than the user has allowed, however often it is closed and opened again. */
export class BudgetWatcher extends Watcher {
  readonly #links = new Map<LinkId, Link>()
  /** What crossed between the same agents since the user's last word to one of them. */
  #keptBefore: ReadonlySet<LinkId> = new Set()
  #spent = new Map<string, { readonly used: number; readonly allowed: number }>()

  /** What was not saved has not happened. */
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
      if (row.table !== 'crossing' || row.row.kind !== 'said') continue
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

  /** The user's own words to a member begin a new episode. */
  #begin({ after, rows, steps }: Commit): void {
    const { messages, news } = this.ledger
    for (const { from, to, body, spoken, acceptedAt } of news) {
      // What the user says in a circle is said to all, and to no member in particular.
      if (from.kind !== 'user' || spoken || body.startsWith('/')) continue
      // Sent again, what could not be delivered is no new word.
      const isAgain = [...messages.values()].some(
        (one) => one.to === to && one.body === body && one.state === 'undeliverable',
      )
      if (isAgain) continue
      // Last words to a link that closes.
      if (rows.some((other) => other.table === 'link' && other.row.closed?.at === acceptedAt)) continue
      for (const key of [...this.#spent.keys()]) if (key.includes(to)) this.#spent.delete(key)
      for (const { id, members, closed, budgetUsed: used } of after.links.values()) {
        if (closed !== null || !members.includes(to) || steps !== 1) continue
        must(used === 0 || this.#keptBefore.has(id), "the user's word begins a new episode")
      }
    }
  }

  #changed(link: Link, commit: Commit): void {
    const { before, rows, now } = commit
    const { id, budgetUsed: used, budgetGranted: allowed, closed, members, episode } = link
    const was = before.links.get(id)
    const said = rows.flatMap((row) =>
      row.table === 'crossing' && row.row.link === id && row.row.kind === 'said' ? [row.row] : [],
    )
    // What is kept back counts when it goes on.
    const crossed = said.filter(({ sent }) => sent.some(({ carriage }) => carriage !== 'paused')).length
    const goesOn = this.#keptBefore.has(id)
    const words = this.ledger.news.some(
      ({ from, to, spoken }) => from.kind === 'user' && spoken === null && was?.members.includes(to) === true,
    )
    if (!was) {
      this.#opened(link, commit)
    } else {
      const isNew = episode > was.episode
      must(!isNew || words, 'nothing but the word of the user begins an episode')
      if (isNew) this.ledger.count('episode begun')
      // Who is left alone has no episode any more.
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

  /** Closing and opening again goes on counting. */
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

/** Links of which something is kept back. */
function keptIn({ agents }: State): ReadonlySet<LinkId> {
  const kept = new Set<LinkId>()
  for (const { mailbox } of agents.values())
    for (const { crossed, hold } of mailbox) if (hold === 'paused' && crossed) kept.add(crossed.link)
  return kept
}

/** Whether nothing crosses a link for now. */
function isAtRest(
  { id, mode, budgetUsed: used, budgetGranted: allowed, stoppedByLoop: stilled, members }: Link,
  all: State,
): boolean {
  const { limits, agents } = all
  if (isLinkSpent(all, id)) return true
  const sits = members.some((one) => (agents.get(one)?.gatheringId ?? null) !== null)
  return mode === 'paused' || stilled || used >= allowed || !limits.links || sits
}
