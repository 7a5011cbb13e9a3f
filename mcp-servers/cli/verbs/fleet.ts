import { resolve } from 'node:path'
import type { FleetDone, FleetView, HouseView } from '../../../main/contract/fleet/fleet-views.ts'
import { part } from '../../shared/ask.ts'
import { clean } from '../clean.ts'
import { EndingError } from '../ending.ts'
import { table } from '../table.ts'
import { one, option, shown, verb, type Done } from '../verb.ts'
import { localTime } from '../when.ts'

const group = 'Janus itself'
const house = one('HOUSE')

const done = (answer: Promise<unknown>): Promise<Done> =>
  shown<FleetDone>(answer, ({ next }) => next.map(clean).join('\n'))

/** The fleet: Januses on several machines. */
export const fleetVerbs = [
  verb({
    name: 'fleet',
    group,
    about: 'Show the other machines; found a fleet, invite, join, remove',
    run: (_, app) =>
      shown<{ readonly fleet: FleetView | null }>(app.get('/fleet'), ({ fleet }) =>
        fleetWords(fleet, app.around.columns),
      ),
  }),
  verb({
    name: 'fleet new',
    group,
    about: 'Found a fleet, with this machine as its first',
    options: {
      name: option('NAME', 'Of this machine'),
      address: option('HOST:PORT', 'Of the server'),
      listen: option('IP', 'Where the server listens: an address of its machine, or all'),
    },
    examples: ['janus fleet new --name attic --address attic.local:4222 --listen 192.168.7.9'],
    run: async ({ name, address, listen }, app) => {
      if (name === undefined || address === undefined)
        throw new EndingError('usage', 'It needs --name NAME and --address HOST:PORT.')
      return done(app.post('/fleet', { name, address, listen }))
    },
  }),
  verb({
    name: 'fleet invite',
    group,
    about: 'Write an invitation for another machine',
    args: { house },
    options: { out: option('FILE', 'Where the invitation goes', { source: 'file' }) },
    examples: ['janus fleet invite cellar --out cellar.json'],
    run: async ({ house: name, out }, app) => {
      if (out === undefined) throw new EndingError('usage', 'It needs --out FILE.')
      return done(app.post('/fleet/houses', { name, out: resolve(app.around.cwd, out) }))
    },
  }),
  verb({
    name: 'fleet join',
    group,
    about: 'Join a fleet',
    args: { file: one('FILE', { source: 'file' }) },
    run: ({ file }, app) => done(app.post('/fleet/join', { file: resolve(app.around.cwd, file) })),
  }),
  verb({
    name: 'fleet remove',
    group,
    about: 'Remove a machine from your fleet',
    args: { house },
    run: ({ house: name }, app) => done(app.delete(`/fleet/houses/${part(name)}`)),
  }),
]

function fleetWords(fleet: FleetView | null, columns: number): string {
  if (fleet === null)
    return [
      'This house is in no fleet. Found one: janus fleet new --name NAME --address HOST:PORT. Or enter one: janus fleet join FILE',
      'One that was founded or entered since Janus began counts from its next start.',
    ].join('\n')
  const { house: name, carrier, dropped, houses } = fleet
  const why = carrier.why === '' ? '' : `: ${clean(carrier.why)}`
  const head = ['HOUSE', 'STANDS', 'HEARD', 'VERSION', 'ON THE WAY', 'AGENTS']
  return [
    `This house is ${clean(name)}, ${carrier.stands}${why}`,
    ...(dropped === '' ? [] : [`Dropped: ${clean(dropped)}`]),
    houses.length === 0 ? 'There is no other house yet.' : table([head, ...houses.map(rowOf)], columns),
  ].join('\n')
}

function rowOf({ name, stands, isTwice, heardAt, version, onTheWay, agents }: HouseView): string[] {
  return [
    clean(name),
    isTwice ? `${stands}, runs twice` : stands,
    heardAt === null ? '' : localTime(heardAt),
    clean(version),
    String(onTheWay),
    agents.map((each) => clean(each.name)).join(', '),
  ]
}
