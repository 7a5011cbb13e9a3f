import type { MessageView, TicketView } from '../../main/contract/mail/mail-views.ts'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { MessageId } from '../../main/contract/api/model.ts'
import { ask } from './connection.ts'
import { useMirror } from './store.ts'

/** A message as main told it, without most of its words. */
export type KnownMessage = Omit<MessageView, 'text' | 'offset' | 'next'> & {
  /** The first words. */
  readonly preview: string
}

/** What main has answered about single messages; the feed tells what changes. */
interface Mail {
  readonly known: Readonly<Record<MessageId, KnownMessage>>
  readonly tickets: Readonly<Record<MessageId, TicketView>>
}

const mail = createStore<Mail>(() => ({ known: {}, tickets: {} }))

/** So many characters of a message are kept here. */
const previewLength = 280
/** Messages beyond this many are let go, the oldest first. */
const mostKnown = 2_000
/** A transcript full of messages must not stand in the way of what the user asks for. */
const atOnce = 2

/** What is to be asked, newest last: what came into view last is wanted first. */
const waiting: (() => Promise<void>)[] = []
let running = 0
/** What was asked, and for which reason; the same is not asked twice. */
const asked = new Map<string, string>()

function run() {
  while (running < atOnce) {
    const next = waiting.pop()
    if (!next) return
    running += 1
    void next()
      .catch(() => undefined)
      .finally(() => {
        running -= 1
        run()
      })
  }
}

function want(what: string, why: string, question: () => Promise<void>) {
  if (asked.get(what) === why) return
  asked.set(what, why)
  waiting.push(question)
  run()
}

/** Keeps what main said of messages, so that they need not be asked for. */
export function learn(told: readonly MessageView[]) {
  const fresh = told.map(({ text, offset: _offset, next: _next, ...rest }) => [
    rest.id,
    { ...rest, preview: text.slice(0, previewLength) },
  ])
  mail.setState((now) => ({ known: bounded({ ...now.known, ...Object.fromEntries(fresh) }) }))
}

function bounded<T>(record: Readonly<Record<MessageId, T>>): Readonly<Record<MessageId, T>> {
  const ids = Object.keys(record) as MessageId[]
  if (ids.length <= mostKnown) return record
  const kept = ids.slice(mostKnown / 4)
  for (const id of ids.slice(0, mostKnown / 4)) asked.delete(`message ${id}`)
  return Object.fromEntries(kept.map((id) => [id, record[id]])) as Record<MessageId, T>
}

/** What main says of a message; asked once for each snapshot. Null for none, and until it has answered. */
export function useKnown(id: MessageId | null): KnownMessage | null {
  const snapshots = useMirror((now) => now.snapshots)
  useEffect(() => {
    if (id === null) return
    want(`message ${id}`, String(snapshots), async () => learn([await ask('messages.get', { id })]))
  }, [id, snapshots])
  return useStore(mail, (now) => (id === null ? null : (now.known[id] ?? null)))
}

/** How a ticket stands: its answer, and when it expires. Asked again with each `state`; null for none. */
export function useTicket(id: MessageId | null, state: string): TicketView | null {
  const snapshots = useMirror((now) => now.snapshots)
  useEffect(() => {
    if (id === null) return
    want(`ticket ${id}`, `${snapshots} ${state}`, async () => {
      const ticket = await ask('tickets.get', { id })
      mail.setState((now) => ({ tickets: bounded({ ...now.tickets, [id]: ticket }) }))
    })
  }, [id, state, snapshots])
  return useStore(mail, (now) => (id === null ? null : (now.tickets[id] ?? null)))
}
