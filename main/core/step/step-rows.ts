import type { AgentId } from '../../contract/api/model.ts'
import type { Row } from './effects.ts'

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
  return (row.table === 'entry' && row.row.agent === id) || (row.table === 'copied' && row.to === id)
}
