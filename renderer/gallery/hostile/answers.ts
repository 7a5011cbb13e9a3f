import { RefusedError } from '../../../main/contract/api/errors.ts'
import type { Entry, EntryKind } from '../../../main/contract/api/model.ts'
import type { UtteranceView } from '../../../main/contract/gatherings/gathering-views.ts'
import type { NoteFact } from '../../../main/contract/history/note-facts.ts'
import { isFault, noteWords } from '../../../main/contract/history/note-words.ts'
import type { ThreadRow } from '../../../main/contract/mail/mail-views.ts'
import { isoAgo } from '../make-fleet.ts'
import type { OwnAnswers } from '../play.ts'
import { first, markedViews, sign, tainted, type MarkedViews } from './story.ts'

/** Answers with a row for each payload, and rows that the story does not produce. */
export function hostileAnswers(payloads: readonly string[]): OwnAnswers {
  const each = <T>(one: T): T[] => payloads.map((words, order) => tainted(one, order, words))
  const some = payloads.slice(0, 12)
  const undelivered = {
    state: 'undeliverable',
    reason: { kind: 'triedAgain', detail: sign },
    ahead: 'hand',
    turn: 1,
    metadata: { [sign]: sign },
  } as const
  const answer = { text: sign, isSilence: false, at: isoAgo(9) }
  const reply = {
    ...answer,
    messageId: null,
    implicit: true,
    byRule: false,
    at: 0,
    metadata: { [sign]: sign },
  }
  return {
    'log.page': async (input, world) => {
      const page = await world.ask('log.page', input)
      const views = await markedViews(world)
      switch (input.channel.kind) {
        case 'agent':
          return { ...page, items: withRows(page.items as Entry[], views) }
        case 'gathering':
          return { ...page, items: ofEveryKind(page.items as UtteranceView[], views) }
        case 'thread':
          return { ...page, items: answering(each({ ...(first(page.items) as ThreadRow), ...undelivered })) }
        case 'link':
          return page
      }
    },
    'folders.look': ({ folder }) => ({
      folder,
      kind: 'other',
      trust: 'ask',
      hash: 'a',
      files: some.map((words) => ({ path: words, brings: [words, words] })),
      unclear: [],
      variables: [],
      changed: true,
    }),
    'folders.list': () => ({ folders: payloads }),
    'history.search': async (input, world) => {
      const { items } = await world.ask('history.search', { ...input, q: sign })
      const there = { id: 'gat-0000000001@attic', topic: sign, machine: sign } as const
      const parts = [true, false].map((isMatch) => ({ text: sign, isMatch }))
      const hits = each({ ...first(items), circle: there, call: sign, parts })
      return {
        items: hits.map((hit, at) => (at % 2 ? hit : { ...hit, circle: null })),
        next: null,
        total: null,
      }
    },
    'gatherings.preview': async ({ proposal }, world) => {
      const { preview } = await markedViews(world)
      const [problems, problemAt] = proposal === undefined ? [[], null] : [some, 1]
      return { ...preview, harvestFolder: sign, problems, problemAt, warnings: some }
    },
    'rhythms.list': async (_, world) => each(first((await world.ask('rhythms.list', {})).slice(-1))),
    'messages.chain': () => ({
      chain: each({ id: 'msg-0000000001', from: sign, to: sign, preview: sign, depth: 1, at: 0 } as const),
    }),
    'messages.get': async (input, world) => ({ ...(await world.ask('messages.get', input)), ...undelivered }),
    'messages.written': async (_, world) => {
      const [message] = world.store.received(world.id(`${sign} 1`), null, 1)
      const base = await world.ask('messages.get', { id: message?.id ?? '' })
      return { items: each({ ...base, ...undelivered, reply }), next: 1 }
    },
    'circles.words': () => ({
      items: each({
        id: 'msg-0000000001' as const,
        seq: 0,
        from: sign,
        number: null,
        text: sign,
        at: isoAgo(9),
        isTurn: false,
        answer,
      }).map((words, at) => ({ ...words, seq: at, number: at % 2 ? at : null })),
      next: 1,
    }),
    'agents.restart': () => {
      throw new RefusedError({ code: 'wrong_state', message: sign, available: [...payloads] })
    },
  }
}

/** Rows of a conversation, each a reply to the one before. */
const answering = (rows: readonly ThreadRow[]): ThreadRow[] =>
  rows.map((row, at) => ({
    ...row,
    n: at + 1,
    replyTo: rows[at - 1]?.id ?? null,
    state: at % 2 === 0 ? 'answered' : 'undeliverable',
  }))

/** Adds one row of each kind that the story does not produce. */
function withRows(rows: readonly Entry[], { link, gatherings }: MarkedViews): Entry[] {
  const { id: gathering } = first(gatherings)
  const of = (kind: EntryKind) => first(rows.filter((one) => one.kind === kind))
  const [row, crossing] = [of('peer'), of('crossing')]
  const reason = { kind: 'triedAgain', detail: sign } as const
  const spoken = { gathering, utterance: null, number: null } as const
  const notes: readonly NoteFact[] = [
    { kind: 'allowed', tool: sign, lasting: sign },
    { kind: 'answered', answers: sign },
    { kind: 'gaveUp', from: sign, deaths: 3 },
    { kind: 'timerDiscarded', note: sign, deleted: sign },
    { kind: 'timerDropped', timer: 'hb-0000000001', intent: 'wait', note: sign },
    { kind: 'broken', detail: sign },
  ]
  const more: readonly Partial<Entry>[] = [
    { kind: 'peer', link: link.id },
    { ...crossing, sent: crossing.sent?.map((one) => ({ ...one, state: 'undeliverable', reason })) ?? [] },
    { kind: 'peer', spoken: { ...spoken, number: 1 } },
    { kind: 'heartbeat', intent: 'check' },
    { kind: 'system', topic: sign, spoken },
    { kind: 'piece', piece: { gathering, pieceTurnId: null, kind: 'grant', beat: 0 } },
    ...notes.map((note) => ({ kind: 'note', text: noteWords(note), isError: isFault(note), note }) as const),
    { kind: 'system', turn: null },
    { kind: 'text' },
  ]
  const last = rows.at(-1)?.n ?? 0
  return [...rows, ...more.map((one, at) => ({ ...row, way: 'reminded' as const, ...one, n: last + at + 1 }))]
}

/** Rows of a gathering of every kind. */
function ofEveryKind(rows: readonly UtteranceView[], { stands }: MarkedViews): UtteranceView[] {
  const said = rows.find(({ kind, sent }) => kind === 'said' && sent.length > 0)
  if (!said) return []
  const kinds = ['said', 'passed', 'missed', 'comment', 'host', 'note', 'opened', 'silent'] as const
  const by = { agent: first(stands).id, number: 1, name: sign, text: sign }
  return kinds.map((kind, at) => ({ ...said, ...by, id: `utt-000000000${at}`, n: at + 1, kind }))
}
