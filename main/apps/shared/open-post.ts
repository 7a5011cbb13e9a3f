import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openFleetActs } from '../../fleet/transport/fleet-acts.ts'
import { systemClock } from '../../adapters/system-clock.ts'
import type { FleetActs, Post } from '../../ports/post.ts'
import type { Mishaps } from '../../server/app/mishaps.ts'
import type { TakenPlace } from './take-place.ts'

/**
 * What carries words to other houses, where the state folder has a fleet file, and what can be done about the fleet. All
 * that it is made of is loaded then only. A fleet file that cannot be used is told to the person; the rest of Janus works.
 */
export async function openPost(
  { home, readOf }: Pick<TakenPlace, 'home' | 'readOf'>,
  mishaps: Mishaps,
  log: (line: string) => void,
): Promise<{ readonly post?: Post; readonly fleetActs?: FleetActs }> {
  if (readOf !== null) return {}
  const fleetActs = openFleetActs(home, systemClock)
  const file = join(home, 'fleet', 'fleet.json')
  if (!existsSync(file)) return { fleetActs }
  try {
    const { openNatsPost } = await import('../../fleet/transport/nats-post.ts')
    const post = await openNatsPost({ file, clock: systemClock, log })
    return { post, fleetActs }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    log(`fleet: ${why}`)
    mishaps.tell(`This house cannot speak with its fleet: ${why}`)
    return { fleetActs }
  }
}
