import type { HeartbeatId } from '../../contract/timers/heartbeats.ts'
import type { Commit } from './ledger.ts'
import { must, Watcher } from './invariant.ts'

const day = 86_400_000

/** A trigger fires for an event within its limits, and no agent opens one to the outside. */
export class TriggerWatcher extends Watcher {
  /** When each fired. Cleared when the clock is set back, since due times change. */
  readonly #fired = new Map<HeartbeatId, number[]>()
  #at = 0

  override rebooted(): void {
    this.#fired.clear()
  }

  committed({ before, rows, now }: Commit): void {
    if (now < this.#at) this.#fired.clear()
    this.#at = now
    for (const row of rows) {
      if (row.table !== 'heartbeat' || !row.row.trigger) continue
      const { id, agent, trigger, set, fired, state, reason } = row.row
      must(trigger.on.kind !== 'webhook' || set.by.kind === 'user', 'only the user opens a webhook')
      const was = before.agents.get(agent)?.heartbeats.find((one) => one.id === id)
      if (was?.state === 'waiting' && state === 'armed')
        must(reason?.kind === 'event', 'a trigger that waits is armed by an event, and says by which')
      if (!was || fired <= was.fired) continue
      const times = this.#fired.get(id) ?? []
      const last = times.at(-1)
      must(last === undefined || now - last >= trigger.interval, 'a trigger leaves its least interval')
      const first = times.at(-trigger.perDay)
      const isNewDay = trigger.day?.startedAt === now
      must(first === undefined || isNewDay || now - first >= day, 'a trigger fires so often a day at most')
      this.#fired.set(id, [...times, now])
    }
  }
}
