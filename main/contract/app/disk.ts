import { memoryWords } from '../agents/processes.ts'

/**
 * The disk of the state folder, of temporary files, or of the home folder, where agents' programs keep their
 * data.
 */
export type DiskPlace = 'state' | 'temporary' | 'home'

export interface ScarceRoom {
  readonly kind: 'room'
  readonly of: DiskPlace
  /** A folder on that disk. */
  readonly path: string
  /** Free bytes. */
  readonly free: number
  /** Below this many free bytes nothing new is started; null: this disk causes only a warning. */
  readonly least: number | null
}

/** Commits have repeatedly been slow. */
export interface SlowDisk {
  readonly kind: 'slow'
  readonly path: string
  /** Of the last `of` commits, `slow` took longer than `limit`, at most `longest`; milliseconds. */
  readonly slow: number
  readonly of: number
  readonly limit: number
  readonly longest: number
}

/** The state folder is not writable, or its disk is full (`isFull`): Janus runs read-only on a copy of it. */
export interface ReadingOnly {
  readonly kind: 'reading'
  readonly path: string
  readonly copy: string
  readonly isFull?: true
}

export type DiskWarning = ScarceRoom | SlowDisk | ReadingOnly

export interface DiskStatus {
  /** The present warnings. */
  readonly disk: readonly DiskWarning[]
}

/** Whether new messages are refused because of it. */
export const isRefusing = (warning: DiskWarning): boolean =>
  warning.kind === 'reading' ||
  (warning.kind === 'room' && warning.least !== null && warning.free < warning.least)

/**
 * What a commit waits for. `synced`: the disk, so it survives a power loss. `written`: the operating system,
 * so it survives a crash of the app, and a power loss once the background sync is done. A commit never
 * survives without all earlier ones.
 */
export type Durability = 'synced' | 'written'

/** For the user, with what to do. */
export function diskWords(warning: DiskWarning): string {
  if (warning.kind === 'reading') return readingWords(warning)
  return warning.kind === 'slow' ? slowWords(warning) : roomWords(warning)
}

/** Why a new message is refused. `free`, `least`: bytes. */
export function noRoomWords(path: string, free: number, least: number): string {
  return (
    `The disk of ${path} has ${memoryWords(free)} left. Below ${memoryWords(least)} Janus starts nothing new, so ` +
    'that it can still save what runs. Nothing was sent. Free some space, then try again.'
  )
}

/** Why a request is refused in read-only mode. */
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
