import type { UpdateState } from '../../contract/app/updates.ts'
import type { HostUpdates } from '../../server/app/host.ts'

/** An update check without progress. */
export function memoryUpdates(state: UpdateState = { kind: 'idle' }): HostUpdates {
  return {
    state: () => state,
    follow: () => () => undefined,
    check: () => Promise.resolve(state),
    restart: () => Promise.resolve(state),
  }
}
