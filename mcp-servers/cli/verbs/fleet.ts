import type { FleetResult, FleetView, MachineView } from '../../../main/contract/fleet/fleet-views.ts'
import type { App } from '../app.ts'
import { terminalLine } from '../clean.ts'
import { usage } from '../ending.ts'
import { list } from '../table.ts'
import { one, option, requestVerb, grouped } from '../verb.ts'
import { localTime } from '../when.ts'

const name = one('MACHINE')
const doneWords = ({ next }: FleetResult): string => next.map(terminalLine).join('\n')

export const fleetVerbs = grouped('Janus itself', [
  requestVerb({
    name: 'fleet',
    about: 'Show the other machines; create a fleet, invite, join, remove',
    asks: 'fleet.get',
    words: fleetWords,
  }),
  requestVerb({
    name: 'fleet new',
    about: 'Create a fleet, with this machine as its first',
    options: {
      name: option('NAME', 'Of this machine'),
      address: option('HOST:PORT', 'Of the server'),
      listen: option('IP', 'Where the server listens: an address of its machine, or all'),
    },
    examples: ['janus fleet new --name attic --address attic.local:4222 --listen 192.168.7.9'],
    asks: 'fleet.found',
    input: (given) => {
      if (given.name === undefined || given.address === undefined)
        throw usage('It needs --name NAME and --address HOST:PORT.')
      return given
    },
    words: doneWords,
  }),
  requestVerb({
    name: 'fleet invite',
    about: 'Write an invitation for another machine',
    args: { name },
    options: { out: option('FILE', 'Where the invitation goes', { source: 'file' }) },
    examples: ['janus fleet invite cellar --out cellar.json'],
    asks: 'fleet.invite',
    input: ({ out, ...given }, app) => {
      if (out === undefined) throw usage('It needs --out FILE.')
      return { ...given, out: app.pathOf(out) }
    },
    words: doneWords,
  }),
  requestVerb({
    name: 'fleet join',
    about: 'Join a fleet',
    args: { file: one('FILE', { source: 'file' }) },
    asks: 'fleet.join',
    input: ({ file }, app) => ({ file: app.pathOf(file) }),
    words: doneWords,
  }),
  requestVerb({
    name: 'fleet remove',
    about: 'Remove a machine from your fleet',
    args: { name },
    asks: 'fleet.remove',
    words: doneWords,
  }),
])

function fleetWords({ fleet }: { readonly fleet: FleetView | null }, terminal: App): string {
  if (fleet === null)
    return [
      'This machine is in no fleet. Create one: janus fleet new --name NAME --address HOST:PORT. Or join one: janus fleet join FILE',
      'A fleet created or joined since Janus started takes effect at its next start.',
    ].join('\n')
  const { machine, broker, dropped, machines } = fleet
  const why = broker.why === '' ? '' : `: ${terminalLine(broker.why)}`
  return [
    `This machine is ${terminalLine(machine)}, ${broker.status}${why}`,
    ...(dropped === '' ? [] : [`Dropped: ${terminalLine(dropped)}`]),
    machinesTable(machines, terminal),
  ].join('\n')
}

const stateWords: Readonly<Record<MachineView['status'], string>> = {
  here: 'online',
  silent: 'offline',
  unknown: 'unknown',
  unheard: 'not seen since Janus started',
  removed: 'removed',
}

const machinesTable = list<MachineView>('No other machines yet.', {
  MACHINE: (each) => each.name,
  STATE: ({ status, isTwice }) => `${stateWords[status]}${isTwice ? ', runs twice' : ''}`,
  HEARD: ({ lastSeenAt }) => lastSeenAt && localTime(lastSeenAt),
  VERSION: ({ version }) => version,
  WAITING: ({ undelivered }) => undelivered,
  AGENTS: ({ agents }) => agents.map((each) => each.name).join(', '),
})
