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
  /** Below this, the user is warned about the state folder's disk. */
  readonly low: number
  /** Below this nothing new is started; for other disks, the user is warned. */
  readonly least: number
}

const mebibyte = 1024 * 1024
const usualRoom: RoomLimits = { low: 1024 * mebibyte, least: 100 * mebibyte }

/** Milliseconds between checks. */
const glance = 15_000
/** A warning ends a little above the limit, so that it does not flicker with each saved line. */
const slack = 1.05

/** `times` of the last `of` commits within `memory` ms longer than `limit` ms count as slow. */
const slowness = { limit: 500, times: 3, of: 10, memory: 60_000 }
/** This many quick commits in a row end the warning. */
const quickInRow = 5

interface DiskWatchParts {
  readonly monitor: DiskMonitor
  readonly clock: Pick<Clock, 'steady' | 'after'>
  readonly limits?: RoomLimits
  /** Set when only a read-only copy is used. */
  readonly reading?: ReadingOnly | null
  readonly log: (line: string) => void
}

/** Watches free space on the disks that Janus depends on, and the duration of commits. */
export class DiskWatch {
  readonly #parts: DiskWatchParts
  readonly #limits: RoomLimits
  #scarce: readonly ScarceRoom[] = []
  /** The last commits; milliseconds. */
  #savings: { readonly at: number; readonly took: number }[] = []
  #isSlow = false
  #changed: () => void = () => undefined
  #told = ''
  #cancel = (): void => undefined

  constructor(parts: DiskWatchParts) {
    this.#parts = parts
    this.#limits = parts.limits ?? usualRoom
  }

  connect(changed: () => void): void {
    this.#changed = changed
  }

  /** Checks now, then periodically. */
  begin(): void {
    this.#look()
    this.#cancel = this.#parts.clock.after(glance, () => this.begin())
  }

  end(): void {
    this.#cancel()
  }

  /** Why Janus is read-only; null: it is not. */
  get reading(): ReadingOnly | null {
    return this.#parts.reading ?? null
  }

  warnings(): readonly DiskWarning[] {
    const slow = this.#slow()
    if (this.reading !== null) return [this.reading]
    return slow === null ? this.#scarce : [...this.#scarce, slow]
  }

  /**
   * Why new messages of this size are refused, checked against the disk now; null: accepted. Peers get less
   * space than the user, so that they never fill what the user needs.
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

  /** `took`: milliseconds. */
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
    // Commits of the ended slow phase are not counted again.
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

  /** Windows get each change of the figures; the log only gets start and end. */
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

/** Logged once, and again when it gets worse. */
const signOf = (warning: DiskWarning): string =>
  warning.kind !== 'room' ? warning.kind : `${warning.of}${isRefusing(warning) ? ' refuses' : ''}`

const overWords = (sign: string): string =>
  sign === 'slow'
    ? 'saving is quick again.'
    : sign.endsWith(' refuses')
      ? 'new words are taken in again.'
      : 'there is room again.'
