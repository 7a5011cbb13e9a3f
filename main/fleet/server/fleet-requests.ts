import { isAbsolute } from 'node:path'
import type { FleetResult } from '../../contract/fleet/fleet-views.ts'
import type { FleetActs } from '../../ports/transport.ts'
import { fromHome, refused, type RequestContext } from '../../server/api/request-context.ts'
import type { Handlers } from '../../server/api/requests.ts'

export function fleetHandlers({
  appStatus,
  fleetActs,
  engine,
}: Pick<RequestContext, 'appStatus' | 'fleetActs' | 'engine'>) {
  const act = async (run: (acts: FleetActs) => Promise<FleetResult>): Promise<FleetResult> => {
    if (fleetActs === null)
      throw refused('wrong_state', 'This folder can only be read: nothing is written to it.')
    try {
      return await run(fleetActs)
    } catch (error) {
      // The message tells the user what to do.
      throw refused('bad_request', error instanceof Error ? error.message : String(error))
    }
  }
  return {
    'fleet.get': () => {
      const { fleet } = appStatus.status()
      const from = fleet === null ? (fleetActs?.machine() ?? null) : null
      return { fleet, from, server: fleetActs?.server() ?? null }
    },
    'fleet.found': (_, input) => act((acts) => acts.found(input)),
    'fleet.invite': (_, input) => act((acts) => acts.invite({ ...input, out: wholePath(input.out) })),
    'fleet.join': (_, input) => act((acts) => acts.join({ file: wholePath(input.file) })),
    'fleet.remove': (_, input) => act((acts) => acts.remove(input)),
    'fleet.seen': async (_, { name }) => {
      await engine.command({ type: 'machine.seen', machine: name })
      return { seen: true as const }
    },
  } satisfies Partial<Handlers>
}

/** Accepts an absolute path or one from `~`. */
function wholePath(written: string): string {
  const path = fromHome(written)
  if (isAbsolute(path)) return path
  throw refused('bad_request', 'Give the full path of the file, like /home/you/barn.json.')
}
