import { resolve } from 'node:path'
import type { FleetDone, FleetView, HouseView } from '../../main/contract/fleet-views.ts'
import { part, type ApiRequest } from '../shared/ask.ts'
import { clean } from './clean.ts'
import { EndingError } from './ending.ts'
import { table } from './show.ts'

/** What is wanted with the fleet. */
export type FleetCommand =
  | { readonly do: 'show' }
  | { readonly do: 'new'; readonly name: string; readonly address: string }
  | { readonly do: 'invite'; readonly name: string; readonly out: string }
  | { readonly do: 'join'; readonly file: string }
  | { readonly do: 'remove'; readonly name: string }

/** The flags that it has. */
interface FleetFlags {
  readonly name?: string | undefined
  readonly address?: string | undefined
  readonly out?: string | undefined
}

const written = {
  new: 'janus fleet new --name NAME --address HOST:PORT',
  invite: 'janus fleet invite NAME --out FILE',
  join: 'janus fleet join FILE',
  remove: 'janus fleet remove NAME',
} as const

/** Reads what stands behind `janus fleet`. Throws `EndingError` that says how it is written. */
export function readFleetCommand([verb, first, ...more]: readonly string[], flags: FleetFlags): FleetCommand {
  const { name, address, out } = flags
  if (more.length > 0)
    throw new EndingError('usage', `janus fleet takes less: ${Object.values(written).join(', ')}`)
  switch (verb) {
    case undefined:
      return { do: 'show' }
    case 'new':
      if (name === undefined || address === undefined || first !== undefined) throw usage('new')
      return { do: 'new', name, address }
    case 'invite':
      if (first === undefined || out === undefined) throw usage('invite')
      return { do: 'invite', name: first, out }
    case 'join':
      if (first === undefined) throw usage('join')
      return { do: 'join', file: first }
    case 'remove':
      if (first === undefined) throw usage('remove')
      return { do: 'remove', name: first }
    default:
      throw new EndingError('usage', `There is: janus fleet, ${Object.values(written).join(', ')}`)
  }
}

const usage = (verb: keyof typeof written): EndingError => new EndingError('usage', `Write: ${written[verb]}`)

/** What asks for it. */
export function fleetRequest(what: FleetCommand, cwd: string): ApiRequest {
  const post = (path: string, body: object): ApiRequest => ({ method: 'POST', path, body, repeatable: false })
  switch (what.do) {
    case 'show':
      return { method: 'GET', path: '/fleet', repeatable: true }
    case 'new':
      return post('/fleet', { name: what.name, address: what.address })
    case 'invite':
      return post('/fleet/houses', { name: what.name, out: resolve(cwd, what.out) })
    case 'join':
      return post('/fleet/join', { file: resolve(cwd, what.file) })
    case 'remove':
      return { method: 'DELETE', path: `/fleet/houses/${part(what.name)}`, repeatable: false }
  }
}

/** What came of it, in words. */
export function fleetWords(what: FleetCommand, answer: unknown): string {
  if (what.do !== 'show') return (answer as FleetDone).next.map(clean).join('\n')
  const { fleet } = answer as { readonly fleet: FleetView | null }
  if (fleet === null)
    return [
      `This house is in no fleet. Found one: ${written.new}. Or enter one: ${written.join}`,
      'One that was founded or entered since Janus began counts from its next start.',
    ].join('\n')
  const { house, carrier, dropped, houses } = fleet
  const why = carrier.why === '' ? '' : `: ${clean(carrier.why)}`
  return [
    `This house is ${clean(house)}, ${carrier.stands}${why}`,
    ...(dropped === '' ? [] : [`Dropped: ${clean(dropped)}`]),
    houses.length === 0
      ? 'There is no other house yet.'
      : table([['HOUSE', 'STANDS', 'HEARD', 'VERSION', 'ON THE WAY', 'AGENTS'], ...houses.map(rowOf)]),
  ].join('\n')
}

function rowOf({ name, stands, isTwice, heardAt, version, onTheWay, agents }: HouseView): string[] {
  const shared = agents.map((one) => clean(one.name)).join(', ')
  return [
    clean(name),
    isTwice ? `${stands}, runs twice` : stands,
    heardAt?.replace(/\.\d+Z$/, 'Z') ?? '',
    clean(version),
    String(onTheWay),
    shared,
  ]
}
