import type { Channel } from '../../main/contract/api/log.ts'
import type { FeedEvent } from '../../main/contract/api/feed.ts'
import { logOf, type LogEvent, type Logs } from './logs.ts'

/** Rows kept of a log that nobody watches. */
const keptRows = 200
/** It grows to this many before it is trimmed again. */
const mostRows = 600
/** Unwatched logs that are kept, most recently left first. */
const keptLogs = 12

/** Tracks which logs are watched, and what to drop of others. */
export class WatchedLogs {
  readonly #watchers = new Map<string, number>()
  #left: readonly Channel[] = []

  enter(channel: Channel): void {
    const name = nameOf(channel)
    this.#watchers.set(name, (this.#watchers.get(name) ?? 0) + 1)
    this.#left = this.#left.filter((one) => nameOf(one) !== name)
  }

  /** Returns the events that drop what is no longer needed. */
  leave(channel: Channel): readonly LogEvent[] {
    const name = nameOf(channel)
    const count = (this.#watchers.get(name) ?? 1) - 1
    this.#watchers.set(name, count)
    if (count > 0) return []
    this.#watchers.delete(name)
    const left = [...this.#left.filter((one) => nameOf(one) !== name), channel]
    this.#left = left.slice(-keptLogs)
    return [
      { kind: 'logTrimmed', channel, keep: keptRows },
      ...left.slice(0, -keptLogs).map((channel) => ({ kind: 'logDropped', channel }) as const),
    ]
  }

  /** Returns the events that trim unwatched logs after an update. */
  told(events: readonly FeedEvent[], logs: Logs): readonly LogEvent[] {
    const named = new Map(
      events.flatMap((event) => (event.kind === 'rows' ? [[nameOf(event.channel), event.channel]] : [])),
    )
    return [...named].flatMap(([name, channel]) => {
      const isLong = (logOf(logs, channel)?.rows.length ?? 0) > mostRows
      return isLong && !this.#watchers.has(name)
        ? [{ kind: 'logTrimmed', channel, keep: keptRows } as const]
        : []
    })
  }
}

const nameOf = ({ kind, id }: Channel): string => `${kind} ${id}`
