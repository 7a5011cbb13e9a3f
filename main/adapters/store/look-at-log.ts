import { existsSync, readFileSync, statSync } from 'node:fs'
import type { MishapFacts } from '../../contract/app/storage.ts'
import { readLog, unreadable, type Log } from './log-frames.ts'
import type { Marked } from './log-mark.ts'

/** What is wrong with the log of a database, and as much of it as there is. */
export interface LogFault {
  readonly why: Extract<MishapFacts, { kind: 'log' }>['why']
  /** Frames that were acknowledged, and cannot be read. */
  readonly unreadable: number
  /** Null: nothing of it can be used. */
  readonly log: Log | null
}

/** Longest log that is walked through, in bytes; SQLite holds to a hundredth of it. */
const longest = 1024 * 1024 * 1024

/**
 * Looks at the log before SQLite does, which passes over what it cannot read without a word. `marked`: what a Janus
 * that did not end in order has noted. Null: nothing is wrong, or what is torn had never been acknowledged.
 */
export function lookAtLog(database: string, marked: Marked | null): LogFault | null {
  const path = `${database}-wal`
  const size = existsSync(path) ? statSync(path).size : 0
  const promised = marked?.frames ?? 0
  if (size === 0) return promised > 0 ? { why: 'missing', unreadable: promised, log: null } : null
  if (size > longest) return null
  const log = readLog(readFileSync(path))
  if (log === null) return { why: 'damaged', unreadable: promised, log: null }
  if (marked !== null && marked.salts !== '' && !isSameOrNext(marked.salts, log.salts))
    return { why: 'foreign', unreadable: promised, log: null }
  const isSame = marked?.salts === log.salts
  const holes = unreadable(log)
  // Frames behind a damaged one that end a transaction: it is no torn tail. With a mark even that is known exactly.
  if (holes > 0 && !(isSame && log.readable >= promised)) return { why: 'damaged', unreadable: holes, log }
  if (isSame && log.readable < promised) return { why: 'cut', unreadable: promised - log.readable, log }
  return null
}

/** A log begun anew has a first salt that is higher by one, perhaps before that was noted. */
function isSameOrNext(marked: string, found: string): boolean {
  const step = (Number.parseInt(found.slice(0, 8), 16) - Number.parseInt(marked.slice(0, 8), 16)) >>> 0
  return marked === found || step === 1
}
