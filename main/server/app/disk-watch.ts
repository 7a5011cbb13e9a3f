import {
  type DiskWarning,
  type ReadingOnly,
  type ScarceRoom,
  type SlowDisk,
  isRefusing,
  diskWords,
  noRoomWords,
} from '../../contract/app/disk.ts'
import type { DiskMonitor, Clock } from '../../ports/ports.ts'

/** Bytes. */
export interface RoomLimits {
  /** Less than this is told, of the state folder's disk. */
  readonly low: number
  /** With less than this nothing new is taken in; less on another disk is told. */
  readonly least: number
}

const mebibyte = 1024 * 1024
const usualRoom: RoomLimits = { low: 1024 * mebibyte, least: 100 * mebibyte }

/** How often it is looked, in ms. */
const glance = 15_000
/** A little more room than the limit ends a notice, so that it does not come and go with each line that is saved. */
const slack = 1.05

/** A saving is slow that takes longer, in ms; `times` of them among the last `of` within `memory` ms are told. */
const slowness = { limit: 500, times: 3, of: 10, memory: 60_000 }
/** So many quick ones in a row end that. */
const quickInRow = 5

interface DiskWatchParts {
  readonly monitor: DiskMonitor
  readonly clock: Pick<Clock, 'steady' | 'after'>
  readonly limits?: RoomLimits
  /** Where only a copy is read. */
  readonly reading?: ReadingOnly | null
  readonly log: (line: string) => void
}

/** Whether there is room on the disks that Janus hangs on, and whether saving is quick. */
export class DiskWatch {
  readonly #parts: DiskWatchParts
  readonly #limits: RoomLimits
  #scarce: readonly ScarceRoom[] = []
  /** The last savings: when, and how long they took; ms. */
  #savings: { readonly at: number; readonly took: number }[] = []
  #isSlow = false
  #changed: () => void = () => undefined
  #told = ''
  #cancel = (): void => undefined

  constructor(parts: DiskWatchParts) {
    this.#parts = parts
    this.#limits = parts.limits ?? usualRoom
  }

  /** Whom to tell when something on it has changed. */
  connect(changed: () => void): void {
    this.#changed = changed
  }

  /** Looks now, and from then on every few seconds. */
  begin(): void {
    this.#look()
    this.#cancel = this.#parts.clock.after(glance, () => this.begin())
  }

  /** Looks no more. */
  end(): void {
    this.#cancel()
  }

  /** Why only a copy of the folder is read; null: it is worked on. */
  get reading(): ReadingOnly | null {
    return this.#parts.reading ?? null
  }

  /** What is wrong now. */
  warnings(): readonly DiskWarning[] {
    const slow = this.#slow()
    if (this.reading !== null) return [this.reading]
    return slow === null ? this.#scarce : [...this.#scarce, slow]
  }

  /**
   * Why new words of so many bytes are not taken in; null: there is room for them. Looks at the disk as it is now. The
   * last part of the room is the user's: peers get less, so that they never fill what the user needs.
   */
  refusal(bytes: number, of: 'user' | 'peers' = 'user'): string | null {
    const [disk] = this.#parts.monitor.disks
    const free = disk === undefined ? null : this.#parts.monitor.free(disk.path)
    if (disk === undefined || free === null) return null
    const { low } = this.#limits
    const least = of === 'user' ? this.#limits.least : Math.min(low, 2 * this.#limits.least)
    if (free < low || this.#scarce.length > 0) this.#look()
    return free - bytes < least ? noRoomWords(disk.path, free, least) : null
  }

  /** Something was saved, which took so many ms. */
  saved(took: number): void {
    this.#savings = [...this.#savings, { at: this.#parts.clock.steady(), took }].slice(-slowness.of)
    this.#judge()
    this.#tell()
  }

  #look(): void {
    const { monitor } = this.#parts
    this.#scarce = monitor.disks.flatMap((disk): ScarceRoom[] => {
      const free = monitor.free(disk.path)
      const isOurs = disk.of === 'state'
      const limit = isOurs ? this.#limits.low : this.#limits.least
      const wasScarce = this.#scarce.some(({ path }) => path === disk.path)
      if (free === null || free >= limit * (wasScarce ? slack : 1)) return []
      return [{ kind: 'room', ...disk, free, least: isOurs ? this.#limits.least : null }]
    })
    this.#judge()
    this.#tell()
  }

  #judge(): void {
    const since = this.#parts.clock.steady() - slowness.memory
    this.#savings = this.#savings.filter(({ at }) => at > since)
    const slow = this.#savings.filter(isSlow)
    if (slow.length >= slowness.times) this.#isSlow = true
    if (!this.#isSlow) return
    const last = this.#savings.slice(-quickInRow)
    if (slow.length > 0 && (last.length < quickInRow || last.some(isSlow))) return
    this.#isSlow = false
    // What is over is not counted again.
    this.#savings = last
  }

  #slow(): SlowDisk | null {
    if (!this.#isSlow) return null
    const { limit } = slowness
    const slow = this.#savings.filter(isSlow).length
    const path = this.#parts.monitor.disks[0]?.path ?? ''
    const longest = Math.max(0, ...this.#savings.map(({ took }) => took))
    return { kind: 'slow', path, slow, of: this.#savings.length, limit, longest }
  }

  /** Windows hear each change of the figures, the log only that something begins and that it is over. */
  #tell(): void {
    const warnings = this.warnings()
    const words = warnings.map(diskWords).join('\n')
    if (words === this.#told) return
    this.#told = words
    this.#logChanges(warnings)
    this.#changed()
  }

  #logged = new Set<string>()

  #logChanges(warnings: readonly DiskWarning[]): void {
    if (this.reading !== null) return
    const now = new Map(warnings.map((one) => [signOf(one), one]))
    for (const [sign, one] of now) if (!this.#logged.has(sign)) this.#parts.log(`disk: ${diskWords(one)}`)
    for (const sign of this.#logged) if (!now.has(sign)) this.#parts.log(`disk: ${overWords(sign)}`)
    this.#logged = new Set(now.keys())
  }
}

const isSlow = ({ took }: { readonly took: number }): boolean => took > slowness.limit

/** What is told once, and again when it has got worse. */
const signOf = (warning: DiskWarning): string =>
  warning.kind !== 'room' ? warning.kind : `${warning.of}${isRefusing(warning) ? ' refuses' : ''}`

const overWords = (sign: string): string =>
  sign === 'slow'
    ? 'saving is quick again.'
    : sign.endsWith(' refuses')
      ? 'new words are taken in again.'
      : 'there is room again.'
