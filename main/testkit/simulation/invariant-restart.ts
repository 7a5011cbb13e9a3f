import { isDeepStrictEqual } from 'node:util'
import type { Gathering, GatheringId } from '../../contract/gatherings/gatherings.ts'
import { isOverCap } from '../../core/gatherings/due-prompts.ts'
import { dayTime } from '../../core/gatherings/turn-clock.ts'
import { load } from '../../core/recover.ts'
import type { Store } from '../../ports/ports.ts'
import type { Commit } from './ledger.ts'
import type { OneTime } from './one-time.ts'
import { must, Watcher } from './invariant.ts'

/** A restart changes nothing of a gathering but its clock. */
export class RestartWatcher extends Watcher {
  #kept: ReadonlyMap<GatheringId, Gathering> | null = null
  #at = 0

  /** What the store brings back. */
  restarting(store: Store, now: number, time: OneTime): void {
    this.#kept = time.state(load(store.load())).gatherings
    this.#at = now
  }

  committed({ before, after, now }: Commit): void {
    const kept = this.#kept
    this.#kept = null
    if (!kept || now !== this.#at) return
    must(kept.size === before.gatherings.size, 'a restart brings back every gathering')
    for (const [id, was] of kept) {
      const is = after.gatherings.get(id)
      must(is !== undefined, 'a restart ends no gathering')
      if (is.stage !== was.stage && isForgotten(was, now)) {
        this.ledger.count('ended by a start')
        continue
      }
      if (was.stage === 'running') this.ledger.count('restarted with the piece')
      const expected = asksAboutCap(was, is) ? { ...was, paused: is.paused } : was
      must(
        isDeepStrictEqual(still(is), still(expected)),
        `a restart changes nothing but the clock (${differing(expected, is)})`,
      )
    }
  }
}

/** A backup may be older than the day for which a circle waits for a hand. */
function isForgotten({ stage, stageAt, paused }: Gathering, now: number): boolean {
  if (stage === 'proposed') return now >= stageAt + dayTime
  return stage === 'running' && paused !== null && now >= paused.at + dayTime
}

/** A card goes with its process: what it kept from being asked, whether there may be more turns, is asked then. */
function asksAboutCap(was: Gathering, { paused }: Gathering): boolean {
  return was.paused === null && paused?.why === 'cap' && hadCard(was) && isOverCap(was)
}

const hadCard = ({ piece }: Gathering): boolean => piece?.stopped?.by.includes('card') ?? false

/** What time does not move. */
function still(g: Gathering): object {
  const { piece, harvesting, ...rest } = g
  const { id, number, beat, beats, held, passing, said } = piece ?? {}
  return { ...rest, turn: { id, number, beat, beats, held, passing, said }, closing: harvesting?.closing }
}

function differing(was: Gathering, is: Gathering): string {
  const [one, other] = [still(was), still(is)] as [Record<string, unknown>, Record<string, unknown>]
  return Object.keys(one)
    .filter((key) => !isDeepStrictEqual(one[key], other[key]))
    .join()
}
