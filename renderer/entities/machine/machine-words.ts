import type { FleetView, MachineView, MisreadView } from '../../../main/contract/fleet/fleet-views.ts'
import { visible } from '../../components/hygiene.ts'
import type { PeerAgent, Shared } from '../../../main/contract/fleet/machines.ts'
import { clockTime } from '../../components/duration.ts'
import { isGuest, peerName, type Peer } from '../../state/peers.ts'
import { shownStateOf } from '../agent/agent-state.ts'

export function machineWord({ status, lastSeenAt }: Pick<MachineView, 'status' | 'lastSeenAt'>): string {
  if (status === 'here') return 'online'
  if (status === 'removed') return status
  if (status === 'unheard' || lastSeenAt === null) return 'not seen since Janus started'
  const at = clockTime(Date.parse(lastSeenAt))
  return status === 'unknown' ? `state unknown since ${at}` : `offline since ${at}`
}

/** What is shown of its agents is out of date. */
export const isOffline = ({ status }: Pick<MachineView, 'status'>): boolean => status !== 'here'

/** The state of a remote agent. Its requests go to its own user; remote users have no state. */
export function peerWord({ id, status, needs }: Pick<PeerAgent, 'id' | 'status' | 'needs'>): string {
  if (isGuest(id)) return 'a user'
  return needs === null ? shownStateOf({ status, needs }).word : 'waiting for its user'
}

export const peerHint = (peer: Peer): string =>
  isGuest(peer.agent.id) ? 'a user of another machine' : 'of another machine'

/** Its name for screen readers: "Bob@attic, idle, keeps the docs". */
export function spokenPeer(peer: Peer): string {
  const { machine, agent } = peer
  const role = agent.role === '' ? '' : `, ${agent.role}`
  const stood = isOffline(machine) ? `, ${peerWord(agent)} when last heard` : `, ${peerWord(agent)}`
  const unread = isUnseen(peer) ? ', unread' : ''
  const { announced } = agent
  const renamed = announced === undefined ? '' : `, announced as “${announced}”, which is no name here`
  return `${peerName(peer)}${stood}${unread}${role}${renamed}`
}

/** Whether it has sent something that the user has not seen. */
export const isUnseen = ({ machine, agent }: Peer): boolean => machine.unseen.includes(agent.id)

/** Whether its user must allow messages from here. */
export function askedWords({ machine, agent }: Peer): string {
  return agent.shared === 'open'
    ? 'You and your agents can write to it at once.'
    : `The user of ${machine.name} must allow your first message, and the first of each of your agents.`
}

export const sharings: readonly { readonly value: Shared; readonly name: string; readonly about: string }[] =
  [
    { value: 'no', name: 'Not shown', about: 'Other machines do not see it, and cannot write to it' },
    {
      value: 'ask',
      name: 'Ask me first',
      about:
        'Other machines see its name, role and state; the first words of their user and of each of their agents wait for you',
    },
    {
      value: 'open',
      name: 'Open',
      about:
        'Other machines see its name, role and state; their agents and their user write to it at once, and it joins their gatherings',
    },
  ]

/** The state of the connection to the broker. */
export function brokerWords({ broker: { status, why } }: Pick<FleetView, 'broker'>): string {
  const because = why === '' ? '' : `: ${why.replace(/\.$/, '')}`
  switch (status) {
    case 'connected':
      return 'Connected to the fleet’s server'
    case 'connecting':
      return because === '' ? 'Connecting to the fleet’s server' : because.slice(2)
    case 'refused':
      return `The fleet’s server does not let this machine in${because}`
    case 'twice':
      return `Connected to the fleet’s server. ${because.slice(2)}`
    case 'aside':
      return because.slice(2)
  }
}

/** Why nothing comes from other machines, or that this one runs twice; else empty. */
export function noWord({ broker: { status, why } }: Pick<FleetView, 'broker'>): string {
  return status === 'connected' || why !== '' ? why : 'Not connected to the fleet yet'
}

/** Warnings about a machine, for its heading. */
export const machineWarnings = ({ isTwice, setBackAt, unreadable }: MachineView): readonly string[] => [
  ...(isTwice ? ['runs twice'] : []),
  ...(setBackAt === null ? [] : ['was restored from an older backup']),
  ...(unreadable === null ? [] : ['runs another version']),
]

export const twiceWords = (machine: string): string =>
  `Janus runs twice as ${machine}, with the same fleet.json. The one shown here started first and continues; the other is offline. Its user sees this too, and has to stop one of them.`

/** Explains a version mismatch and what to do. */
export function misreadWords(
  { by, what }: MisreadView,
  { name, version }: Pick<MachineView, 'name' | 'version'>,
): string {
  const isOurs = by === 'us'
  const about = {
    message: isOurs ? 'a message from it' : 'your message',
    link: 'an update of a link',
    circle: 'an update of a gathering',
    other: isOurs ? 'something that it sent' : 'something that was sent from here',
  }[what]
  const again = isOurs ? '' : what === 'message' ? ', then send it again' : '; then it is sent again'
  const its = version === '' ? '' : ` (${version})`
  const could = isOurs ? ': this one could not read' : ' and could not read'
  return `${visible(name)} runs a different Janus version${its}${could} ${about}. Update the older Janus${again}.`
}

export function machineFacts(machine: MachineView): string {
  const { version, agents, undelivered, user } = machine
  const shares = agents.length === 1 ? 'shares 1 agent' : `shares ${agents.length} agents`
  const way = undelivered === 1 ? '1 message waiting' : `${undelivered} messages waiting`
  return [
    machineWord(machine),
    ...(version === '' ? [] : [`Janus ${version}`]),
    ...(user === null ? [] : [`its user is ${user}`]),
    ...(agents.length === 0 ? [] : [shares]),
    ...(undelivered === 0 ? [] : [way]),
  ].join(' · ')
}
