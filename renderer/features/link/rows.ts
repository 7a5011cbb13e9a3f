import type { CrossingView, LinkView } from '../../../main/contract/links/link-views.ts'
import { userKey } from '../../../main/contract/mail/authors.ts'
import { sideOf } from '../../entities/link/link-words.ts'
import { useEffect, useMemo } from 'react'
import type { AgentId, Entry } from '../../../main/contract/api/model.ts'
import { readNewest, readOlder, useMirrorList } from '../../state/store.ts'

type Side = 'left' | 'right'

export type LinkLogRow =
  /** `isAgain`: reopened after earlier crossings. */
  | { readonly kind: 'opened'; readonly isAgain: boolean }
  | { readonly kind: 'day'; readonly at: number }
  | { readonly kind: 'new'; readonly since: number }
  /** A message of the user to one or several members. */
  | { readonly kind: 'words'; readonly words: UserWords; readonly side: Side | 'both' }
  /** A statement of the user as a member. */
  | { readonly kind: 'user'; readonly crossing: CrossingView }
  | { readonly kind: 'said' | 'silent'; readonly crossing: CrossingView; readonly side: Side }

interface Log {
  /** `members`: present and former, in order. */
  readonly link: Pick<LinkView, 'members' | 'opened'>
  readonly items: readonly CrossingView[]
  readonly words: readonly UserWords[]
  /** The first crossing is loaded. */
  readonly isWhole: boolean
  /** When the user left off; null: nothing was missed. */
  readonly since: number | null
}

/** Merges crossings and messages by time, with lines for the opening, for each day and for what is new. */
export function linkRows({ link, items, words, isWhole, since }: Log): readonly LinkLogRow[] {
  const timed: readonly { readonly at: number; readonly row: LinkLogRow }[] = [
    ...openings(link.opened.at, items, isWhole),
    ...words.map((one) => ({ at: one.at, row: wordsRow(link, one) })),
    ...items.map((crossing): { at: number; row: LinkLogRow } => {
      if (crossing.from === userKey) return { at: crossing.at, row: { kind: 'user', crossing } }
      const side = sideOf(link, crossing.from)
      return { at: crossing.at, row: { kind: crossing.kind, crossing, side } }
    }),
  ].sort((a, b) => a.at - b.at)
  const rows: LinkLogRow[] = []
  let day = dayIn(timed[0]?.at)
  let isTold = since === null
  for (const { at, row } of timed) {
    if (dayIn(at) !== day) rows.push({ kind: 'day', at })
    day = dayIn(at)
    if (!isTold && since !== null && 'side' in row && 'crossing' in row && at > since) {
      rows.push({ kind: 'new', since })
      isTold = true
    }
    rows.push(row)
  }
  return rows
}

/** Crossings from before a reopening are above the opening line. */
function openings(at: number, items: readonly CrossingView[], isWhole: boolean) {
  const isAgain = (items[0]?.at ?? Infinity) < at
  return isWhole || isAgain ? [{ at, row: { kind: 'opened', isAgain } as const }] : []
}

function wordsRow(link: Pick<LinkView, 'members'>, words: UserWords): LinkLogRow {
  const [to, ...others] = words.to
  const side = to === undefined || others.length > 0 ? 'both' : sideOf(link, to)
  return { kind: 'words', words, side }
}

const dayIn = (at: number | undefined): string => (at === undefined ? '' : new Date(at).toDateString())

/** A message of the user to one or several members of a link. */
export interface UserWords {
  /** Unique key. */
  readonly id: string
  readonly by: string
  readonly to: readonly AgentId[]
  readonly text: string
  readonly at: number
}

/** The same text to several members within this time is one message: each reads it at its own time; ms. */
const together = 60_000

type Row = Pick<Entry, 'agent' | 'n' | 'kind' | 'authorName' | 'text' | 'at' | 'link'>

/**
 * The user's messages to these agents between two times, oldest first; without statements in a link, which
 * are in its log.
 */
export function userMessagesBetween(
  rows: readonly (readonly Row[])[],
  from: number,
  until: number,
): readonly UserWords[] {
  const said = rows
    .flat()
    .filter((row) => row.kind === 'user' && row.link === undefined && row.at >= from && row.at <= until)
    .sort((a, b) => a.at - b.at)
  const words: UserWords[] = []
  for (const { agent, n, authorName: by, text, at } of said) {
    const same = words.findIndex(
      (one) => one.text === text && at - one.at <= together && !one.to.includes(agent),
    )
    const found = words[same]
    if (found) words[same] = { ...found, to: [...found.to, agent] }
    else words.push({ id: `${agent} ${n}`, by, to: [agent], text, at })
  }
  return words
}

/** Rows of a member's transcript that are read for the user's messages. */
const mostRows = 1_000

const nothing: readonly Entry[] = []

/** The user's messages to a link's members since a time in ms; null: that time is not known yet. */
export function useUserWords(link: LinkView, since: number | null): readonly UserWords[] {
  const { members, closed } = link
  const rows = useMirrorList((now) => members.map((id) => now.logs.agent[id]?.rows ?? nothing))
  const lacking = useMirrorList((now) =>
    members.map((id) => {
      const held = now.logs.agent[id]
      if (!now.agents[id] || since === null) return 'nothing'
      if (held === undefined || held.phase === 'stale') return 'newest'
      const first = held.rows[0]?.at ?? since
      const isShort = held.phase === 'ready' && held.older !== null && held.rows.length < mostRows
      return isShort && first > since ? 'older' : 'nothing'
    }),
  )
  useEffect(() => {
    for (const [at, id] of members.entries()) {
      if (lacking[at] === 'newest') void readNewest({ kind: 'agent', id })
      if (lacking[at] === 'older') void readOlder({ kind: 'agent', id })
    }
  }, [members, lacking])
  const until = closed?.at ?? Infinity
  return useMemo(() => (since === null ? [] : userMessagesBetween(rows, since, until)), [rows, since, until])
}
