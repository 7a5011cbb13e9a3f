import { ftruncateSync, writeSync, existsSync, readFileSync, statSync } from 'node:fs'
import { endianness } from 'node:os'
import type { IncidentFacts } from '../../contract/app/storage.ts'
import type { LogState } from './log-mark.ts'

/**
 * SQLite's write-ahead log, as its file format says: a header of 32 bytes, then frames, each a header of 24 bytes and
 * a page. Every frame bears the salts of the header, and a checksum over itself that goes on from the one before.
 */

const headerSize = 32
const frameHeaderSize = 24
const magics = [0x377f0682, 0x377f0683]

/** One frame, by its place from 0. */
interface Frame {
  readonly at: number
  /** It ends a transaction. */
  readonly commits: boolean
  readonly isWhole: boolean
}

/** What a log holds. */
export interface WriteAheadLog {
  /** Both salts as one word: which life of the log this is. */
  readonly salts: string
  readonly pageSize: number
  /** The frames that bear these salts, in order, as far as they go without a stranger between. */
  readonly frames: readonly Frame[]
  /** So many of them, from the first, SQLite reads: whole, up to the end of a transaction. */
  readonly readable: number
  /** So many, up to the end of the last transaction that is whole in itself, whatever is wrong before it. */
  readonly ended: number
  readonly bytes: Buffer
}

/** Reads a log; null when its header says that it is none. */
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
      // One whose salts themselves are damaged stands between others of this life; after its end there are none.
      if (bytes.toString('hex', start + size + 8, start + size + 16) !== salts) break
    }
    const own = sum(bytes, start + frameHeaderSize, pageSize, sum(bytes, start, 8, before))
    const isWhole = isAt(bytes, start + 16, own) && bytes.toString('hex', start + 8, start + 16) === salts
    frames.push({ at: start, commits: bytes.readUInt32BE(start + 4) > 0, isWhole })
    // Goes on from what is written there, so that those behind a damaged one can still be judged.
    before = [bytes.readUInt32BE(start + 16), bytes.readUInt32BE(start + 20)]
  }
  return { salts, pageSize, frames, readable: readableOf(frames), ended: endedOf(frames), bytes }
}

/** How many frames cannot be read, of those that are whole up to the last commit. */
export function unreadable({ frames, ended }: WriteAheadLog): number {
  return frames.slice(0, ended).filter(({ isWhole }) => !isWhole).length
}

/** Writes the pages of the good frames into a copy of their database, as SQLite does; answers nothing. */
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

/** The format's checksum over words of 32 bits, which go in pairs; by words of this machine where those are the log's. */
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

/** What is wrong with the log of a database, and as much of it as there is. */
export interface LogFault {
  readonly why: Extract<IncidentFacts, { kind: 'log' }>['why']
  /** Frames that were acknowledged, and cannot be read. */
  readonly unreadable: number
  /** Null: nothing of it can be used. */
  readonly log: WriteAheadLog | null
}

/** Longest log that is walked through, in bytes; SQLite holds to a hundredth of it. */
const longest = 1024 * 1024 * 1024

/**
 * Looks at the log before SQLite does, which passes over what it cannot read without a word. `marked`: what a Janus
 * that did not end in order has noted. Null: nothing is wrong, or what is torn had never been acknowledged.
 */
export function lookAtLog(database: string, marked: LogState | null): LogFault | null {
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

/** A log begun again has a first salt that is higher by one, perhaps before that was noted. */
function isSameOrNext(marked: string, found: string): boolean {
  const step = (Number.parseInt(found.slice(0, 8), 16) - Number.parseInt(marked.slice(0, 8), 16)) >>> 0
  return marked === found || step === 1
}
