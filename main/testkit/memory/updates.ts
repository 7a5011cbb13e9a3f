import type { UpdateState } from '../../contract/app/updates.ts'
import type { HostUpdates } from '../../server/app/host.ts'

/** A search for updates that stands still. */
export function memoryUpdates(state: UpdateState = { kind: 'idle' }): HostUpdates {
  return {
    state: () => state,
    follow: () => () => undefined,
    check: () => Promise.resolve(state),
    restart: () => Promise.resolve(state),
  }
}
