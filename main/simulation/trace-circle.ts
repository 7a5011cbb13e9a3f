import { closingWords } from '../contract/closing-words.ts'
import type { Gathering, Utterance } from '../contract/gatherings.ts'
import type { Row } from '../core/effects.ts'

/** What a commit changed of a gathering, in a line. */
export function traceOfCircle(row: Extract<Row, { table: 'gathering' | 'utterance' }>): string {
  return row.table === 'gathering' ? traceOfGathering(row.row) : traceOfUtterance(row.row)
}

function traceOfGathering(row: Gathering): string {
  const {
    id,
    stage,
    phase,
    round,
    piece,
    paused,
    turns,
    maxTurns,
    spokenSeats: done,
    deferredSeats: late,
    sealedUtterances: shut,
    closed,
  } = row
  const at = stage === 'running' ? `${phase} ${String(round)}` : ''
  const has = piece ? `${String(piece.number)} has it (${piece.id}, beat ${String(piece.beat)})` : ''
  const marks = [
    at,
    has,
    paused && `paused by ${paused.why}`,
    piece?.stopped && `stopped: ${piece.stopped.by.join()}`,
    piece?.passing && `passing to ${String(piece.passing.to)}`,
    piece?.ending && `ending ${piece.ending.why}`,
    `done ${done.join()}`,
    late.length > 0 && `late ${late.join()}`,
    shut.length > 0 && `${String(shut.length)} sealed`,
    `${String(turns)} of ${String(maxTurns)} turns`,
    closed && `closed: ${closingWords(closed)}`,
  ]
  return `    ${id} ${[stage, ...marks].filter((mark) => mark !== '' && mark).join(', ')}`
}

function traceOfUtterance(row: Utterance): string {
  const { id, n, kind, number, phase, round, text, sealed, sent, grant } = row
  const to = sent.map((one) => one.number).join()
  const whose = [
    `of ${String(number)}`,
    `in ${phase} ${String(round)}`,
    grant ?? '',
    sealed ? 'sealed' : `to ${to}`,
  ]
  return `    ${id} ${String(n)}: ${kind} ${whose.join(' ')}: ${text.slice(0, 60).replaceAll('\n', ' ')}`
}
