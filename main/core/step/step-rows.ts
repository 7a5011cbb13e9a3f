import type { AgentId } from '../../contract/api/model.ts'
import { ownerOf } from '../../contract/agents/subagents.ts'
import type { Row } from './effects.ts'
import type { Message } from '../../contract/mail/messages.ts'

/** The rows that a step makes: one for each thing however often it is written, and all that are appended. */
export class StepRows {
  #rows = new Map<string, Row>()
  #appended: Row[] = []

  /** Writes a row in place of the one before with this key; what an agent takes along when it goes ends in `@` and its id. */
  put(key: string, row: Row): void {
    this.#rows.set(key, row)
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key)
  }

  append(row: Row): void {
    this.#appended.push(row)
  }

  /** An agent is gone, and what was made of it with it. */
  forget(id: AgentId): void {
    for (const key of [...this.#rows.keys()]) if (key.endsWith(`@${id}`)) this.#rows.delete(key)
    this.#appended = this.#appended.filter((row) => !isAbout(row, id))
    // First, since it takes away the agent's mail too: what was still waiting is kept as dropped, for its sender.
    this.#rows = new Map([[`forgotten@${id}`, { table: 'forgotten', agent: id }], ...this.#rows])
  }

  all(): readonly Row[] {
    return [...this.#rows.values(), ...this.#appended]
  }
}

function isAbout(row: Row, id: AgentId): boolean {
  return (row.table === 'entry' && ownerOf(row.row.agent) === id) || (row.table === 'copied' && row.to === id)
}

/** A list with one of them written in its place, at the end if it is new, or without it. */
export function withOne<T extends { readonly id: string }>(
  list: readonly T[],
  one: T,
  isIn: boolean,
): readonly T[] {
  const at = list.findIndex(({ id }) => id === one.id)
  if (at < 0) return isIn ? [...list, one] : list
  return [...list.slice(0, at), ...(isIn ? [one] : []), ...list.slice(at + 1)]
}

/** The same for a mailbox; one that comes back, older than the newest `seq`, has its place among the others, as after a restart. */
export function inOrder(
  mailbox: readonly Message[],
  message: Message,
  open: boolean,
  seq: number,
): readonly Message[] {
  const last = mailbox.at(-1)
  // A new one need not be looked for.
  if (open && message.seq > (last?.seq ?? 0)) return [...mailbox, message]
  const all = withOne(mailbox, message, open)
  const isBack = all.length > mailbox.length && message.seq < seq
  return isBack ? [...all].sort((a, b) => a.seq - b.seq) : all
}
