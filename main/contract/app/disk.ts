import { memoryWords } from '../agents/processes.ts'

/** What is wrong with a disk that Janus lives on: facts, and their words. */

/** Which disk: that of the state folder, of temporary files, of the home folder where agents' programs keep their own. */
export type DiskPlace = 'state' | 'temporary' | 'home'

/** Little room on a disk. */
export interface ScarceRoom {
  readonly kind: 'room'
  readonly of: DiskPlace
  /** The folder by which it is known. */
  readonly path: string
  /** Bytes that can still be written. */
  readonly free: number
  /** With fewer bytes than this nothing new is taken in; null: of this disk Janus only tells. */
  readonly least: number | null
}

/** Saving takes long, again and again. */
export interface SlowDisk {
  readonly kind: 'slow'
  readonly path: string
  /** So many of the last `of` savings took longer than `limit`, the longest of them `longest`; ms. */
  readonly slow: number
  readonly of: number
  readonly limit: number
  readonly longest: number
}

/** The state folder cannot be written, or its disk is full (`isFull`): a copy of it is read, and nothing is done. */
export interface ReadingOnly {
  readonly kind: 'reading'
  readonly path: string
  readonly copy: string
  readonly isFull?: true
}

/** One of them; gone when it is. */
export type DiskWarning = ScarceRoom | SlowDisk | ReadingOnly

/** What windows know of the disks. */
export interface DiskStatus {
  /** What is wrong with them now. */
  readonly disk: readonly DiskWarning[]
}

/** Whether words are refused for it now. */
export const isRefusing = (warning: DiskWarning): boolean =>
  warning.kind === 'reading' ||
  (warning.kind === 'room' && warning.least !== null && warning.free < warning.least)

/**
 * What a commit waits for. `synced`: the disk; it outlives a loss of power. `written`: the system; it outlives the death of
 * the app, and a loss of power as soon as the disk has taken it, which is seen to meanwhile. Nothing that is committed
 * later outlives what was committed before.
 */
export type Durability = 'synced' | 'written'

/** What is wrong with a disk, and what to do, for a user. */
export function diskWords(warning: DiskWarning): string {
  if (warning.kind === 'reading') return readingWords(warning)
  return warning.kind === 'slow' ? slowWords(warning) : roomWords(warning)
}

/** Why new words are not taken in. `free`, `least`: bytes. */
export function noRoomWords(path: string, free: number, least: number): string {
  return (
    `The disk of ${path} has ${memoryWords(free)} left. Below ${memoryWords(least)} Janus starts nothing new, so ` +
    'that it can still save what runs. Nothing was sent. Free some space, then try again.'
  )
}

/** Why nothing is done where only a copy is read. */
export function onlyReadWords(reading: ReadingOnly): string {
  const { is, todo } = whyReading(reading)
  return `${is}, so Janus is read-only. Nothing was done. ${todo}, then start Janus again.`
}

function readingWords(reading: ReadingOnly): string {
  const { is, todo } = whyReading(reading)
  return (
    `${is}: this is a read-only copy (in ${reading.copy}, until Janus quits). ` +
    `No agents run and nothing is saved. ${todo}, then start Janus again.`
  )
}

const whyReading = ({ path, isFull }: ReadingOnly): { readonly is: string; readonly todo: string } =>
  isFull
    ? { is: `There is no room left for ${path}`, todo: 'Free some space' }
    : { is: `Janus cannot write in ${path}`, todo: 'Make the folder writable' }

function roomWords(warning: ScarceRoom): string {
  const left = `The disk of ${warning.path} has ${memoryWords(warning.free)} left.`
  if (isRefusing(warning))
    return `${left} Janus starts nothing new; what runs continues and is saved while there is space. Free some space.`
  if (warning.least !== null)
    return `${left} Free some space: below ${memoryWords(warning.least)} Janus starts nothing new.`
  return warning.of === 'temporary'
    ? `${left} Agents’ programs keep temporary files there, and may fail without room.`
    : `${left} Agents’ programs keep their conversations there, and may fail without room.`
}

function slowWords({ path, slow, of, limit, longest }: SlowDisk): string {
  return (
    `The disk of ${path} is slow: ${String(slow)} of the last ${String(of)} times, saving took longer than ` +
    `${secondsWords(limit)}, once ${secondsWords(longest)}. Nothing is lost, but everything is slower.`
  )
}

/** `0.5 s`, `2.3 s`, `12 s`. */
const secondsWords = (ms: number): string =>
  `${ms < 9_950 ? (ms / 1000).toFixed(1) : String(Math.round(ms / 1000))} s`
