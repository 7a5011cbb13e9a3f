import type { Joined, Phase, Seat, UtteranceId } from './gatherings.ts'
import type { Utterance, UtteranceKind } from './utterances.ts'

/**
 * Reconstructs the state of a circle after each step from its rows alone. A step is the `n` of a row. Pure.
 */

/** The fields of a row that replay needs; stored rows and window views both have them. */
export type ReplayRow = Pick<
  Utterance,
  | 'id'
  | 'n'
  | 'kind'
  | 'number'
  | 'name'
  | 'agent'
  | 'phase'
  | 'round'
  | 'beat'
  | 'beats'
  | 'text'
  | 'at'
  | 'sealed'
  | 'holder'
  | 'soFar'
  | 'origin'
>

export interface ReplaySeat extends Pick<Seat, 'number' | 'name' | 'role' | 'kind' | 'agent'> {
  /** Absent: seated from the start. */
  readonly joined?: Pick<Joined, 'n'>
}

/** `over`: skipped. */
type ReplaySeatState = 'speaks' | 'then' | 'spoke' | 'passed' | 'silent' | 'over'

interface SeatAt extends ReplaySeat {
  readonly state: ReplaySeatState
  /** For each round of this phase so far: whether it spoke, passed or kept silence. */
  readonly turnsTaken: readonly boolean[]
}

export interface CircleAt {
  /** `n` of its newest row; 0: none yet. */
  readonly step: number
  readonly phase: Phase
  readonly round: number
  /** Seat number of the holder; null: nobody. */
  readonly holder: number | null
  readonly beat: number
  readonly beats: number
  readonly seats: readonly SeatAt[]
  /** Rows that nobody had got yet. */
  readonly sealed: ReadonlySet<UtteranceId>
  /** Milliseconds since 1970. */
  readonly at: number
  readonly turns: number
  readonly costUsd: number
}

/** For each row that was sealed, `n` of the row that opened it. */
export function openingRows(rows: readonly ReplayRow[]): ReadonlyMap<UtteranceId, number> {
  const opened = new Map<UtteranceId, number>()
  for (const [at, row] of rows.entries()) {
    if (row.kind !== 'opened') continue
    const shut = rows.slice(0, at).filter((one) => canBeSealed(one) && !opened.has(one.id))
    // The row says how many were opened: the newest ones.
    const count = Number(row.text)
    for (const one of count > 0 ? shut.slice(-count) : []) opened.set(one.id, row.n)
  }
  return opened
}

const canBeSealed = ({ kind, phase, text, sealed }: ReplayRow): boolean =>
  (kind === 'said' || kind === 'passed') &&
  (phase === 'inhale' || phase === 'decision') &&
  (text !== '' || sealed)

/** What was sealed after a step. What is still sealed was so at every step. */
export function sealedAt(rows: readonly ReplayRow[], step: number): ReadonlySet<UtteranceId> {
  const opened = openingRows(rows)
  return new Set(
    rows
      .filter(({ id, n, sealed }) => n <= step && (sealed || (opened.get(id) ?? 0) > step))
      .map(({ id }) => id),
  )
}

/** The rows up to a step, marked as sealed if they were then; with their texts if known. */
export function markSealedAt<Row extends ReplayRow>(rows: readonly Row[], step: number): readonly Row[] {
  const sealed = sealedAt(rows, step)
  return rows.filter(({ n }) => n <= step).map((row) => (sealed.has(row.id) ? { ...row, sealed: true } : row))
}

/** The same as members of the circle saw it: sealed rows have no text. */
export const visibleRowsAt = <Row extends ReplayRow>(rows: readonly Row[], step: number): readonly Row[] =>
  markSealedAt(rows, step).map((row) => (row.sealed ? { ...row, text: '' } : row))

interface Told {
  readonly phase: Phase
  readonly round: number
  readonly newest: ReplayRow | null
  /** By phase and seat number: its last action in each round; objections repeat the hold. */
  readonly done: ReadonlyMap<string, readonly (ReplaySeatState | undefined)[]>
}

const nothing: Told = { phase: 'inhale', round: 1, newest: null, done: new Map() }

const doing: Partial<Readonly<Record<UtteranceKind, ReplaySeatState>>> = {
  said: 'spoke',
  passed: 'passed',
  silent: 'silent',
  missed: 'over',
}

function told(now: Told, row: ReplayRow): Told {
  const { phase, round } = row
  // A new breath starts: earlier texts count for none of its rounds.
  const done = new Map(row.kind === 'phase' && phase === 'inhale' ? [] : now.done)
  const key = `${phase} ${row.number}`
  const does = doing[row.kind]
  if (row.number !== null && does !== undefined) {
    const rounds = [...(done.get(key) ?? [])]
    const before = rounds[round - 1]
    // A seat that has spoken in a round keeps that state, whatever a second turn brought.
    rounds[round - 1] = before === 'spoke' || (before !== undefined && does === 'over') ? before : does
    done.set(key, rounds)
  }
  return { phase, round, newest: row, done }
}

/**
 * State of the circle after a step. Seats that only rows mention, such as those that have left, are included.
 * `isOver`: the gathering ended with its last row, so nobody holds the piece.
 */
export function circleAt(
  seats: readonly ReplaySeat[],
  rows: readonly ReplayRow[],
  step: number,
  isOver = false,
): CircleAt {
  const until = rows.filter(({ n }) => n <= step)
  const now = until.reduce(told, nothing)
  const { newest, phase, round, done } = now
  const isEnd = isOver && until.length === rows.length
  const holder = isEnd ? null : (newest?.holder ?? null)
  return {
    step: newest?.n ?? 0,
    phase,
    round,
    holder,
    beat: newest?.beat ?? 0,
    beats: newest?.beats ?? 0,
    seats: [...seatedAt(seats, step), ...unknown(seats, until)].map((seat): SeatAt => {
      const rounds = done.get(`${phase} ${seat.number}`) ?? []
      const state = seat.number === holder ? 'speaks' : (rounds[round - 1] ?? 'then')
      const taken = Array.from({ length: round }, (_, at) => isTaken(rounds[at]))
      return { ...seat, state, turnsTaken: taken }
    }),
    sealed: sealedAt(rows, step),
    at: newest?.at ?? 0,
    turns: newest?.soFar.turns ?? 0,
    costUsd: newest?.soFar.costUsd ?? 0,
  }
}

/** Excludes seats that joined later. */
export const seatedAt = <Sits extends Pick<ReplaySeat, 'joined'>>(
  seats: readonly Sits[],
  step: number,
): readonly Sits[] => seats.filter(({ joined }) => (joined?.n ?? 0) <= step)

/** Each row is a step, and so is the closing. */
export const stepsIn = (rows: number, isClosed: boolean): number => rows + (isClosed && rows > 0 ? 1 : 0)

const isTaken = (state: ReplaySeatState | undefined): boolean =>
  state === 'spoke' || state === 'passed' || state === 'silent'

function unknown(seats: readonly ReplaySeat[], rows: readonly ReplayRow[]): readonly ReplaySeat[] {
  const known = new Set(seats.map(({ number }) => number))
  return rows.flatMap(({ number, name, agent, kind }): ReplaySeat[] => {
    if (number === null || number === 0 || doing[kind] === undefined || known.has(number)) return []
    known.add(number)
    return [{ number, name, role: '', kind: agent === null ? 'user' : 'agent', agent }]
  })
}
