import { senderKey } from '../../../contract/mail/authors.ts'
import type { Author } from '../../../contract/api/model.ts'
import type { Row } from '../../../ports/ports.ts'

/** Unique keys of a store in memory, and their owners. */
export class Claims {
  readonly #holders = new Map<string, string>()

  holder(claim: string): string | undefined {
    return this.#holders.get(claim)
  }

  /** Throws when a row claims another's key, as a database would. */
  check(rows: readonly Row[]): void {
    const taken = new Map<string, string>()
    for (const row of rows) {
      if (row.table === 'link' && new Set(row.row.members).size < row.row.members.length)
        throw new Error(`${row.row.id} has a member twice`)
      for (const [claim, holder] of claimsOf(row)) {
        const other = this.#holders.get(claim) ?? taken.get(claim) ?? holder
        if (other !== holder) throw new Error(`${claim} of ${holder} is taken by ${other}`)
        taken.set(claim, holder)
      }
    }
  }

  put(row: Row): void {
    for (const [claim, holder] of claimsOf(row)) this.#holders.set(claim, holder)
  }

  /** Releases a deleted row's keys. */
  release(row: Row): void {
    for (const [claim] of claimsOf(row)) this.#holders.delete(claim)
  }
}

/** The unique key of a sender's idempotency key. */
export const keyOf = (of: 'message' | 'gathering', by: Author, key: string): string =>
  `key ${key} of a ${of} by ${senderKey(by)}`

/** The unique keys of a row, and their owner. */
function claimsOf(row: Row): readonly (readonly [claim: string, holder: string])[] {
  switch (row.table) {
    case 'message': {
      const { id, seq, from, idempotencyKey: key } = row.row
      const places = [[`place ${seq}`, id] as const, [`place of ${id}`, `${seq}`] as const]
      return key === null ? places : [...places, [keyOf('message', from, key), id]]
    }
    case 'crossing': {
      const { id, turn, link, sent } = row.row
      return [[`${turn} over ${link}`, id], ...sent.map(({ to }) => [`${turn} to ${to}`, id] as const)]
    }
    case 'gathering': {
      const { id, convened, idempotencyKey: key } = row.row
      return key === null ? [] : [[keyOf('gathering', convened.by, key), id]]
    }
    case 'utterance': {
      const { id, gathering, n } = row.row
      return [
        [`row ${n} of ${gathering}`, id],
        [`place of ${id}`, `${gathering} ${n}`],
      ]
    }
    default:
      return []
  }
}
