import type { Channel } from '../../main/contract/api/log.ts'
import type { FeedEvent } from '../../main/contract/api/feed.ts'
import { logOf, type LogEvent, type Logs } from './logs.ts'

/** So many rows of a log that nobody looks at are kept, for anyone who comes back. */
const keptRows = 200
/** It may grow to so many before it is cut to those again. */
const mostRows = 600
/** So many logs that nobody looks at are kept at all, those that were left last. */
const keptLogs = 12

/** Which logs are looked at, and what is let go of those that no longer are. */
export class WatchedLogs {
  readonly #watchers = new Map<string, number>()
  #left: readonly Channel[] = []

  enter(channel: Channel): void {
    const name = nameOf(channel)
    this.#watchers.set(name, (this.#watchers.get(name) ?? 0) + 1)
    this.#left = this.#left.filter((one) => nameOf(one) !== name)
  }

  /** One who looked at it does no longer; gives what is let go with that. */
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

  /** What is let go after so much was told of logs. */
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
