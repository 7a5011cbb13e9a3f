import type { DiskPlace } from '../contract/app/disk.ts'

/** A disk that is watched, by a folder on it. */
export interface WatchedDisk {
  readonly of: DiskPlace
  readonly path: string
}

/** Knows how much room there is. */
export interface DiskGauge {
  /** Each disk once, that of the state folder first. */
  readonly disks: readonly WatchedDisk[]
  /** Bytes that may still be written on the disk of a folder; null: not known. Cheap; never throws. */
  free(path: string): number | null
}
