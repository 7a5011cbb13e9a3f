import { ftruncateSync, writeSync, existsSync, readFileSync, statSync } from 'node:fs'
import { endianness } from 'node:os'
import type { IncidentFacts } from '../../contract/app/storage.ts'
import type { LogState } from './log-mark.ts'

/**
 * SQLite's write-ahead log: a header of 32 bytes, then frames of a 24-byte header and a page. Each frame
 * repeats the header's salts and has a checksum that continues the previous one.
 */

const headerSize = 32
const frameHeaderSize = 24
const magics = [0x377f0682, 0x377f0683]

/** `at`: byte offset. */
interface Frame {
  readonly at: number
  /** Ends a transaction. */
  readonly commits: boolean
  readonly isWhole: boolean
}

export interface WriteAheadLog {
  /** Both salts in hex; they change whenever the log is restarted. */
  readonly salts: string
  readonly pageSize: number
  /** Frames with these salts, up to the first foreign one. */
  readonly frames: readonly Frame[]
  /** Number of frames that SQLite reads: intact, up to the end of a transaction. */
  readonly readable: number
  /** Number of frames up to the last intact commit, including damaged ones before it. */
  readonly ended: number
  readonly bytes: Buffer
}

/** Returns null when the header is invalid. */
export function readLog(bytes: Buffer): WriteAheadLog | null {
  if (bytes.length < headerSize) return null
  const magic = bytes.readUInt32BE(0)
  if (!magics.includes(magic)) return null
  const sum = magic === magics[1] ? sumBig : sumLittle
  const pageSize = bytes.readUInt32BE(8)
  const seed = sum(bytes, 0, 24, [0, 0])
  if (pageSize < 512 || pageSize > 65536 || !isAt(bytes, 24, seed)) return null
  const salts = bytes.toString('hex', 16, 24)
  const size = frameHeaderSize + pageSize
  const frames: Frame[] = []
  let before: Sum = seed
  for (let start = headerSize; start + size <= bytes.length; start += size) {
    if (bytes.toString('hex', start + 8, start + 16) !== salts) {
      // A frame with damaged salts is surrounded by frames of this log; behind the log's end there are
      // none.
      if (bytes.toString('hex', start + size + 8, start + size + 16) !== salts) break
    }
    const own = sum(bytes, start + frameHeaderSize, pageSize, sum(bytes, start, 8, before))
    const isWhole = isAt(bytes, start + 16, own) && bytes.toString('hex', start + 8, start + 16) === salts
    frames.push({ at: start, commits: bytes.readUInt32BE(start + 4) > 0, isWhole })
    // Continue with the stored checksum, so that frames behind a damaged one can be checked.
    before = [bytes.readUInt32BE(start + 16), bytes.readUInt32BE(start + 20)]
  }
  return { salts, pageSize, frames, readable: readableOf(frames), ended: endedOf(frames), bytes }
}

/** Counts damaged frames before the last intact commit. */
export function unreadable({ frames, ended }: WriteAheadLog): number {
  return frames.slice(0, ended).filter(({ isWhole }) => !isWhole).length
}

/** Writes the pages of the intact frames into a copy of the database. */
export function foldInto(database: number, { bytes, pageSize, frames, ended }: WriteAheadLog): void {
  let pages = 0
  for (const { at, isWhole } of frames.slice(0, ended)) {
    if (!isWhole) continue
    const page = bytes.readUInt32BE(at)
    writeSync(database, bytes, at + frameHeaderSize, pageSize, (page - 1) * pageSize)
    pages = bytes.readUInt32BE(at + 4) || pages
  }
  if (pages > 0) ftruncateSync(database, pages * pageSize)
}

function readableOf(frames: readonly Frame[]): number {
  const broken = frames.findIndex(({ isWhole }) => !isWhole)
  const whole = broken < 0 ? frames : frames.slice(0, broken)
  return whole.findLastIndex(({ commits }) => commits) + 1
}

const endedOf = (frames: readonly Frame[]): number =>
  frames.findLastIndex(({ commits, isWhole }) => commits && isWhole) + 1

type Sum = readonly [number, number]

const isAt = (bytes: Buffer, at: number, [one, two]: Sum): boolean =>
  bytes.readUInt32BE(at) === one && bytes.readUInt32BE(at + 4) === two

/** The checksum of the WAL format, over pairs of 32-bit words in the log's byte order. */
function summing(isLittle: boolean) {
  return (bytes: Buffer, from: number, length: number, [one, two]: Sum): Sum => {
    const words = new Int32Array(length / 4)
    Buffer.from(words.buffer).set(bytes.subarray(from, from + length))
    if (isLittle !== isLittleMachine) Buffer.from(words.buffer).swap32()
    let a = one | 0
    let b = two | 0
    for (let n = 0; n < words.length; n += 2) {
      a = (a + (words[n] ?? 0) + b) | 0
      b = (b + (words[n + 1] ?? 0) + a) | 0
    }
    return [a >>> 0, b >>> 0]
  }
}

const isLittleMachine = endianness() === 'LE'
const sumLittle = summing(true)
const sumBig = summing(false)

export interface LogFault {
  readonly why: Extract<IncidentFacts, { kind: 'log' }>['why']
  /** Acknowledged frames that can't be read. */
  readonly unreadable: number
  /** Null when nothing of it is usable. */
  readonly log: WriteAheadLog | null
}

/** Bytes; SQLite limits the log to a hundredth of this. */
const longest = 1024 * 1024 * 1024

/**
 * Checks the log before SQLite does, which silently drops unreadable frames. `marked`: left by a Janus that
 * did not close the database. Returns null when no acknowledged frame is known to be lost.
 */
export function findLogFault(database: string, marked: LogState | null): LogFault | null {
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
  // A committing frame behind a damaged one means damage, not a torn tail; with a mark the number of
  // acknowledged frames decides.
  if (holes > 0 && !(isSame && log.readable >= promised)) return { why: 'damaged', unreadable: holes, log }
  if (isSame && log.readable < promised) return { why: 'cut', unreadable: promised - log.readable, log }
  return null
}

/** A restarted log has its first salt incremented by one, maybe before the mark was written. */
function isSameOrNext(marked: string, found: string): boolean {
  const step = (Number.parseInt(found.slice(0, 8), 16) - Number.parseInt(marked.slice(0, 8), 16)) >>> 0
  return marked === found || step === 1
}
