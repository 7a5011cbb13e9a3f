import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { FleetResult } from '../../contract/fleet/fleet-views.ts'
import type { MachineName } from '../../contract/fleet/machines.ts'
import { orNull } from '../../adapters/folder/errors.ts'
import { asText, parseObject } from '../../adapters/processes/json.ts'
import type { Clock } from '../../ports/ports.ts'
import type { FleetActs } from '../../ports/transport.ts'
import { serverFiles, startCommand } from './server-files.ts'

/** Actions on this state folder's fleet. Their code is loaded on demand. */
export function openFleetActs(home: string, clock: Clock): FleetActs {
  const founding = () => import('./founding.ts')
  /** A server on this machine reloads immediately, so the line about it is removed. */
  const told = async (done: FleetResult): Promise<FleetResult> => {
    const { tellServer } = await founding()
    if ((await tellServer(home, clock)) !== 'told') return done
    return { ...done, next: done.next.filter((line) => !line.includes('--signal reload')) }
  }
  return {
    machine: () => machineIn(home),
    server: () => {
      const folder = join(resolve(home), 'fleet', 'server')
      return existsSync(join(folder, serverFiles.configuration)) ? startCommand(folder) : null
    },
    found: async (of) => (await founding()).foundFleet({ home, ...of, now: clock.now() }),
    invite: async (of) => told(await (await founding()).inviteMachine({ home, ...of })),
    join: async (of) => (await founding()).joinFleet({ home, ...of }),
    remove: async (of) => told(await (await founding()).removeMachine({ home, ...of })),
  }
}

/** Reads only the name: the full reader is loaded only if there is a fleet. */
function machineIn(home: string): MachineName | null {
  const text = orNull(() => readFileSync(join(home, 'fleet', 'fleet.json'), 'utf8'))
  return asText(parseObject(text ?? '')?.['machine']) || null
}
