/** What is wrong with a disk that Janus lives on: facts, of which `disk-words` makes words. */

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
export type DiskTrouble = ScarceRoom | SlowDisk | ReadingOnly

/** What windows know of the disks. */
export interface DiskStatus {
  /** What is wrong with them now. */
  readonly disk: readonly DiskTrouble[]
}

/** Whether words are refused for it now. */
export const isRefusing = (trouble: DiskTrouble): boolean =>
  trouble.kind === 'reading' ||
  (trouble.kind === 'room' && trouble.least !== null && trouble.free < trouble.least)

/**
 * What a commit waits for. `synced`: the disk; it outlives a loss of power. `written`: the system; it outlives the death of
 * the app, and a loss of power as soon as the disk has taken it, which is seen to meanwhile. Nothing that is committed
 * later outlives what was committed before.
 */
export type Kept = 'synced' | 'written'
