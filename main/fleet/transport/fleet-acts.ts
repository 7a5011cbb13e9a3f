import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { FleetResult } from '../../contract/fleet/fleet-views.ts'
import type { MachineName } from '../../contract/fleet/machines.ts'
import { quietly } from '../../adapters/folder/errors.ts'
import { asText, parseObject } from '../../adapters/processes/json.ts'
import type { Clock } from '../../ports/ports.ts'
import type { FleetActs } from '../../ports/transport.ts'
import { serverFiles, startCommand } from './server-files.ts'

/** What can be done about the fleet of the machine in this state folder. What does it is loaded when it is asked for. */
export function openFleetActs(home: string, clock: Clock): FleetActs {
  const founding = () => import('./founding.ts')
  /** A server that runs here is told at once. */
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

/** Without what reads it whole: that is loaded where there is a fleet only. */
function machineIn(home: string): MachineName | null {
  const text = quietly(() => readFileSync(join(home, 'fleet', 'fleet.json'), 'utf8'))
  return asText(parseObject(text ?? '')?.['machine']) || null
}
