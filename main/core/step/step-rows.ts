import type { AgentId } from '../../contract/api/model.ts'
import { ownerOf } from '../../contract/agents/subagents.ts'
import type { Row } from './effects.ts'
import type { Message } from '../../contract/mail/messages.ts'

/** The rows that a step makes: one per key, the last write wins, then those that are appended. */
export class StepRows {
  #rows = new Map<string, Row>()
  #appended: Row[] = []

  /** Keys of rows that an agent's deletion removes end in `@` and its id. */
  put(key: string, row: Row): void {
    this.#rows.set(key, row)
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key)
  }

  append(row: Row): void {
    this.#appended.push(row)
  }

  forget(id: AgentId): void {
    for (const key of [...this.#rows.keys()]) if (key.endsWith(`@${id}`)) this.#rows.delete(key)
    this.#appended = this.#appended.filter((row) => !isAbout(row, id))
    // First, since it deletes the agent's mail too: messages that were waiting are stored as dropped, for
    // their senders.
    this.#rows = new Map([[`forgotten@${id}`, { table: 'forgotten', agent: id }], ...this.#rows])
  }

  all(): readonly Row[] {
    return [...this.#rows.values(), ...this.#appended]
  }
}

function isAbout(row: Row, id: AgentId): boolean {
  return (row.table === 'entry' && ownerOf(row.row.agent) === id) || (row.table === 'copied' && row.to === id)
}

/** Replaces, appends or removes an item, by id. */
export function withOne<T extends { readonly id: string }>(
  list: readonly T[],
  one: T,
  isIn: boolean,
): readonly T[] {
  const at = list.findIndex(({ id }) => id === one.id)
  if (at < 0) return isIn ? [...list, one] : list
  return [...list.slice(0, at), ...(isIn ? [one] : []), ...list.slice(at + 1)]
}

/**
 * Like `withOne` for a mailbox. A message that comes back, with a `seq` before the newest, is sorted in as
 * after a restart.
 */
export function inOrder(
  mailbox: readonly Message[],
  message: Message,
  open: boolean,
  seq: number,
): readonly Message[] {
  const last = mailbox.at(-1)
  // Fast path: a new one goes last.
  if (open && message.seq > (last?.seq ?? 0)) return [...mailbox, message]
  const all = withOne(mailbox, message, open)
  const isBack = all.length > mailbox.length && message.seq < seq
  return isBack ? [...all].sort((a, b) => a.seq - b.seq) : all
}
