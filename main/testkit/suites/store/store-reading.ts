import type { Attachment } from '../../../contract/mail/attachments.ts'
import type { ToolCall } from '../../../contract/agents/tool-calls.ts'
import { beforeEach, expect, it } from 'vitest'
import type { Store } from '../../../ports/ports.ts'
import { everything } from '../../../ports/search-query.ts'
import {
  agentId,
  entryRow,
  makeAgent,
  makeEntry,
  makeFrame,
  makeMessage,
  makeTurn,
  messageRow,
} from '../../factories/factories.ts'

/** The store under test, and how to close and reopen it. */
export interface StoreInHand {
  store(): Store
  reopen(): void
}

/** Numbered rows: the latest before a place, oldest first, up to a limit. */
export function pagesBefore(
  all: readonly number[],
  read: (before: number | null, limit: number) => readonly number[],
): void {
  it('gives the newest rows before any place, so many at most', () => {
    for (const before of [null, 0, ...all, 1000])
      for (const limit of [-1, 0, 1, 2, 99]) {
        const earlier = all.filter((place) => before === null || place < before)
        expect(read(before, limit)).toEqual(limit > 0 ? earlier.slice(-limit) : [])
      }
  })
}

/** Ordered rows: those after an offset, up to a limit. */
export function pagesAfter(
  all: readonly number[],
  read: (offset: number, limit: number) => readonly number[],
): void {
  it('gives the rows after the first ones, so many at most', () => {
    for (const offset of [0, ...all.keys(), 99])
      for (const limit of [-1, 0, 1, 2, 99])
        expect(read(offset, limit)).toEqual(limit > 0 ? all.slice(offset, offset + limit) : [])
  })
}

export function entriesSuite({ store }: StoreInHand): void {
  const places = (before: number | null, limit: number): number[] =>
    store()
      .entries(agentId(1), before, limit)
      .map((entry) => entry.n)
  beforeEach(() => {
    const rows = Array.from({ length: 25 }, (_, i) => entryRow(makeEntry(i + 1)))
    store().commit([...rows, entryRow(makeEntry(1, { agent: agentId(2) }))])
  })

  it('gives the newest page, oldest first', () => {
    expect(places(null, 3)).toEqual([23, 24, 25])
  })

  it('gives every row once when paged to the beginning', () => {
    const seen: number[] = []
    for (let before: number | null = null; ;) {
      const page = places(before, 10)
      const first = page[0]
      if (first === undefined) break
      seen.unshift(...page)
      before = first
    }
    expect(seen).toEqual(Array.from({ length: 25 }, (_, i) => i + 1))
  })

  pagesBefore(
    Array.from({ length: 25 }, (_, i) => i + 1),
    places,
  )

  it('keeps the agents apart', () => {
    expect(store().entries(agentId(2), null, 10)).toEqual([makeEntry(1, { agent: agentId(2) })])
  })

  it('gives the rows that tell what was done to files, and no others', () => {
    const agent = agentId(3)
    const tool = (diffs: ToolCall['diffs']): ToolCall => ({
      name: 'x' as const,
      kind: 'edit' as const,
      title: '' as const,
      isTitleAll: false,
      description: '' as const,
      diffs,
      own: null,
    })
    const diff = { path: '/a "diffs":[{', before: null, after: '' }
    const patches = [{ path: '/a', isNew: true, hunks: [] }]
    const rows = [
      makeEntry(1, { agent, kind: 'tool', call: 'c1', tool: tool([]), text: '"diffs":[{' }),
      makeEntry(2, { agent, kind: 'result', call: 'c1' }),
      makeEntry(3, { agent, kind: 'tool', call: 'c2', tool: tool([diff]) }),
      makeEntry(4, { agent, kind: 'result', call: 'c2', end: 'done', patches }),
      makeEntry(5, { agent, kind: 'note', note: { kind: 'denied', tool: 'Edit' } }),
      makeEntry(6, { agent, kind: 'note', note: { kind: 'filesUndone', files: ['/a'], since: 3 } }),
      makeEntry(7, { agent, kind: 'note', note: { kind: 'filesPutBack', files: ['/a'] } }),
    ]
    store().commit(rows.map(entryRow))
    expect(store().edits(agent)).toEqual(rows.filter(({ n }) => [3, 4, 6, 7].includes(n)))
    expect(store().edits(agentId(1))).toEqual([])
  })

  it('keeps the facts of a row beside its words', () => {
    const row = makeEntry(1, { agent: agentId(3), end: 'denied', note: { kind: 'denied', tool: 'Bash' } })
    store().commit([entryRow(row)])
    expect(store().entries(agentId(3), null, 10)).toEqual([row])
  })
}

/** Finding a message by its sender's idempotency key. */
export function keysSuite({ store, reopen }: StoreInHand): void {
  const agent = { kind: 'agent', id: agentId(5) } as const

  it('finds a message by the key of its sender, settled or not, after a restart too', () => {
    const message = makeMessage(1, { idempotencyKey: 'k 1', from: agent })
    store().commit([messageRow(message)])
    expect(store().messageByKey(agent, 'k 1')).toEqual(message)
    store().commit([messageRow({ ...message, state: 'read' }, false)])
    reopen()
    expect(store().messageByKey(agent, 'k 1')).toEqual({ ...message, state: 'read' })
    expect(store().messageByKey(agent, 'k')).toBeNull()
  })

  it('keeps the senders apart; the user is one', () => {
    const all = [
      agent,
      { kind: 'agent', id: agentId(6) },
      { kind: 'user', via: 'window' },
      { kind: 'system' },
    ] as const
    store().commit(all.map((from, i) => messageRow(makeMessage(i + 1, { from, idempotencyKey: 'same' }))))
    expect(all.map((from) => store().messageByKey(from, 'same')?.seq)).toEqual([1, 2, 3, 4])
    expect(store().messageByKey({ kind: 'user', via: 'api' }, 'same')?.seq).toBe(3)
  })

  it('lets any number of messages have no key', () => {
    store().commit([1, 2, 3].map((n) => messageRow(makeMessage(n, { from: agent }))))
    expect(store().load().messages).toHaveLength(3)
  })
}

const words = (text: string) => ({ text, attachments: [] })
const attachmentOf = (letter: string): Attachment => ({
  name: `${letter}.png`,
  path: `/kept/${letter}.png`,
  bytes: 3,
  picture: 'image/png',
  hash: letter.repeat(64),
})
const [a, b, c] = ['a', 'b', 'c'].map(attachmentOf) as [Attachment, Attachment, Attachment]

export function draftsSuite({ store, reopen }: StoreInHand): void {
  it('keeps the newest words of each, and forgets empty ones', () => {
    store().keepDraft('first', words('a'))
    store().keepDraft(agentId(1), words('b'))
    store().keepDraft(agentId(1), words('c\nd\0e'))
    reopen()
    expect(store().drafts()).toEqual({ first: words('a'), [agentId(1)]: words('c\nd\0e') })
    store().keepDraft('first', words(''))
    reopen()
    expect(store().drafts()).toEqual({ [agentId(1)]: words('c\nd\0e') })
  })

  it('keeps what is attached with the words, and alone', () => {
    store().keepDraft('first', { text: '', attachments: [a] })
    reopen()
    expect(store().drafts()).toEqual({ first: { text: '', attachments: [a] } })
  })
}

/** Which records refer to a copied attachment. */
export function attachedSuite({ store, reopen }: StoreInHand): void {
  const [one, two] = [agentId(1), agentId(2)]

  it('tells those of messages, transcripts and drafts', () => {
    store().commit([
      messageRow(makeMessage(1, { to: one, attachments: [a] }), false),
      entryRow(makeEntry(1, { agent: two, attachments: [b, { ...b, path: '/own/b.txt', hash: null }] })),
    ])
    store().keepDraft('first', { text: 'x', attachments: [c] })
    reopen()
    expect([...store().attached()].sort()).toEqual([a, b, c].map(({ hash }) => hash))
    expect(store().message(makeMessage(1).id)?.attachments).toEqual([a])
    expect(store().entries(two, null, 1)[0]?.attachments).toHaveLength(2)
  })

  it('keeps those of a copied transcript when the first agent is gone', () => {
    store().commit([entryRow(makeEntry(1, { agent: one, attachments: [a] }))])
    store().commit([{ table: 'copied', from: one, to: two }])
    store().commit([{ table: 'forgotten', agent: one }])
    reopen()
    expect([...store().attached()]).toEqual([a.hash])
    store().commit([{ table: 'forgotten', agent: two }])
    expect([...store().attached()]).toEqual([])
  })

  it('finds what somebody said by the name of what went with it', () => {
    store().commit([entryRow(makeEntry(1, { agent: one, text: 'see here', attachments: [a] }))])
    reopen()
    const found = store().search(everything('"a.png"'), 10, 0)
    expect(found.map(({ entry }) => entry.text)).toEqual(['see here'])
  })
}

/** Deleting an agent permanently. */
export function forgottenSuite({ store, reopen }: StoreInHand): void {
  const gone = agentId(1)
  const fill = (): void =>
    store().commit([
      { table: 'agent', row: makeAgent(1) },
      { table: 'agent', row: makeAgent(2) },
      messageRow(makeMessage(1, { to: gone, idempotencyKey: 'k' })),
      messageRow(makeMessage(2, { to: gone }), false),
      messageRow(makeMessage(3, { from: { kind: 'agent', id: gone }, to: agentId(2) })),
      { table: 'frame', row: makeFrame(1, { agent: gone }), open: true },
      { table: 'frame', row: makeFrame(2, { agent: agentId(2) }), open: true },
      { table: 'turn', row: makeTurn(1, { agent: gone }), open: true },
      { table: 'turn', row: makeTurn(2, { agent: agentId(2) }), open: true },
      entryRow(makeEntry(1, { agent: gone, text: 'secret plan' })),
      entryRow(makeEntry(1, { agent: agentId(2), text: 'open plan' })),
    ])

  it('removes the agent and all that is stored under it, and nothing else', () => {
    fill()
    store().keepDraft(gone, words('lost'))
    store().commit([{ table: 'forgotten', agent: gone }])
    store().keepDraft('first', words('mine'))
    reopen()
    const loaded = store().load()
    expect(loaded.agents).toEqual([makeAgent(2)])
    expect(loaded.messages.map((message) => message.seq)).toEqual([3])
    expect(loaded.frames).toEqual([makeFrame(2, { agent: agentId(2) })])
    expect(loaded.turns).toEqual([makeTurn(2, { agent: agentId(2) })])
    expect(store().entries(gone, null, 10)).toEqual([])
    expect(store().message(makeMessage(2).id)).toBeNull()
    expect(store().messageByKey(makeMessage(1).from, 'k')).toBeNull()
    expect(store().search(everything('secret'), 10, 0)).toEqual([])
    expect(
      store()
        .search(everything('plan'), 10, 0)
        .map(({ entry }) => entry),
    ).toEqual([makeEntry(1, { agent: agentId(2), text: 'open plan' })])
    expect(store().drafts()).toEqual({ first: words('mine') })
  })

  it('never gives a place twice', () => {
    store().commit([messageRow(makeMessage(9, { to: gone }))])
    store().commit([{ table: 'forgotten', agent: gone }])
    reopen()
    expect(store().load().seq).toBe(9)
  })

  it('keeps what comes after it in the same commit', () => {
    fill()
    const told = makeMessage(2, { to: gone, state: 'dropped' })
    store().commit([{ table: 'forgotten', agent: gone }, messageRow(told, false)])
    expect(store().message(told.id)).toEqual(told)
  })
}
