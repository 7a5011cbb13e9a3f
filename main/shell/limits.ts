import type { Settings } from '../contract/settings.ts'
import type { Limits } from '../core/state.ts'

/** What the person's settings say about delivery and sleep. */
export function limitsOf({ patience, awake, sleepAfter }: Settings): Limits {
  return { patience: patience * 1000, awake, sleepAfter: sleepAfter * 1000 }
}
