import type { MessageView, TicketView } from '../../main/contract/mail/mail-views.ts'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { MessageId } from '../../main/contract/api/model.ts'
import { ask } from './connection.ts'
import { useMirror } from './store.ts'

/** A message without most of its text. */
export type KnownMessage = Omit<MessageView, 'text' | 'offset' | 'next'> & {
  readonly preview: string
}

/** What main has answered about single messages; the feed reports changes. */
interface Mail {
  readonly known: Readonly<Record<MessageId, KnownMessage>>
  readonly tickets: Readonly<Record<MessageId, TicketView>>
}

const mail = createStore<Mail>(() => ({ known: {}, tickets: {} }))

/** Characters kept per message. */
const previewLength = 280
/** With more messages the oldest are dropped. */
const mostKnown = 2_000
/** Requests at once: a transcript full of messages must not delay what the user asks for. */
const atOnce = 2

/** The last one is asked first: it came into view last. */
const waiting: (() => Promise<void>)[] = []
let running = 0
/** The reason of each request; the same request is not sent twice. */
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

/** Stores messages that main has sent anyway. */
export function storeMessages(told: readonly MessageView[]) {
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

/** Requests a message once per snapshot; null until it is known. */
export function useMessage(id: MessageId | null): KnownMessage | null {
  const snapshots = useMirror((now) => now.snapshots)
  useEffect(() => {
    if (id === null) return
    want(`message ${id}`, String(snapshots), async () => storeMessages([await ask('messages.get', { id })]))
  }, [id, snapshots])
  return useStore(mail, (now) => (id === null ? null : (now.known[id] ?? null)))
}

/** Requests a ticket again with each `state`; null until it is known. */
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
