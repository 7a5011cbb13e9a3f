import type { FleetView, HouseView, MisreadView } from '../../../main/contract/fleet/fleet-views.ts'
import type { PeerAgent, Shared } from '../../../main/contract/fleet/houses.ts'
import { clockTime } from '../../components/duration.ts'
import { isGuest, peerName, type Peer } from '../../state/peers.ts'
import { stateOf } from '../agent/agent-state.ts'

/** How another house stands, in a word. */
export function houseWord({ stands, heardAt }: Pick<HouseView, 'stands' | 'heardAt'>): string {
  if (stands === 'here' || stands === 'removed') return stands
  if (stands === 'unheard' || heardAt === null) return 'not heard yet'
  return `silent since ${clockTime(Date.parse(heardAt))}`
}

/** Whether a house says nothing now: what is shown of its agents is old. */
export const isQuiet = ({ stands }: Pick<HouseView, 'stands'>): boolean => stands !== 'here'

/** How an agent of another house stands, in a word; of its person nothing is told. What it asks, it asks its own person. */
export function peerWord({ id, status, needs }: Pick<PeerAgent, 'id' | 'status' | 'needs'>): string {
  if (isGuest(id)) return 'a person'
  return needs === null ? stateOf({ status, needs }).word : 'waits for its person'
}

/** What a peer is that can be given a seat. */
export const peerHint = (peer: Peer): string =>
  isGuest(peer.agent.id) ? 'a person of another house' : 'of another house'

/** The name of its row for those who cannot see its signs: "Bob@attic, idle, keeps the docs". */
export function spokenPeer(peer: Peer): string {
  const { house, agent } = peer
  const role = agent.role === '' ? '' : `, ${agent.role}`
  const stood = isQuiet(house) ? `, ${peerWord(agent)} when last heard` : `, ${peerWord(agent)}`
  const unread = isUnseen(peer) ? ', unread' : ''
  const { announced } = agent
  const renamed = announced === undefined ? '' : `, announced as “${announced}”, which is no name here`
  return `${peerName(peer)}${stood}${unread}${role}${renamed}`
}

/** Whether something came of the person's words to it that they have not seen. */
export const isUnseen = ({ house, agent }: Peer): boolean => house.unseen.includes(agent.id)

/** Whether somebody is asked before one of this house writes to it. */
export function askedWords({ house, agent }: Peer): string {
  return agent.shared === 'open'
    ? 'You and your agents can write to it at once.'
    : `The person of ${house.name} is asked before you, or one of your agents, write to it for the first time.`
}

/** Every way in which an agent is shared with other houses, and what it means. */
export const sharings: readonly { readonly value: Shared; readonly name: string; readonly about: string }[] =
  [
    { value: 'no', name: 'Not shown', about: 'Other houses do not see it, and cannot write to it' },
    {
      value: 'ask',
      name: 'Ask me first',
      about:
        'Other houses see its name, role and state; the first words of their person and of each of their agents wait for you',
    },
    {
      value: 'open',
      name: 'Open',
      about:
        'Other houses see its name, role and state; their agents and their person write to it at once, and it sits in their circles',
    },
  ]

/** How what carries between the houses stands, in a sentence. */
export function carrierWords({ carrier: { stands, why } }: Pick<FleetView, 'carrier'>): string {
  const because = why === '' ? '' : `: ${why.replace(/\.$/, '')}`
  switch (stands) {
    case 'connected':
      return 'Connected with the fleet’s server'
    case 'connecting':
      return because === '' ? 'Connecting with the fleet’s server' : `Not connected${because}`
    case 'refused':
      return `The fleet’s server does not let this house in${because}`
    case 'twice':
      return `Connected with the fleet’s server. ${because.slice(2)}`
    case 'aside':
      return because.slice(2)
  }
}

/** The one line that says that nothing comes of other houses now, or that this one runs twice; else empty. */
export function noWord({ carrier: { stands, why } }: Pick<FleetView, 'carrier'>): string {
  if (stands === 'connected' || stands === 'twice') return why
  return why === '' ? 'No word from the fleet yet' : `No word from the fleet: ${why}`
}

/** What befell a house that the person should know: in a word each, for its heading. */
export const befell = ({ isTwice, setBackAt, misread }: HouseView): readonly string[] => [
  ...(isTwice ? ['runs twice'] : []),
  ...(setBackAt === null ? [] : ['set back']),
  ...(misread === null ? [] : ['another version']),
]

/** That two Januses run as one house, and what becomes of it, in sentences. */
export const twiceWords = (house: string): string =>
  `Two Januses run as ${house}, with the same fleet.json. The one that was there first goes on, and all that is shown here is of that one; the other takes no part. Its person sees so there, and has to stop one of them.`

/** That two houses do not understand each other, and what to do, in sentences. */
export function misreadWords({ by, what }: MisreadView, version: string): string {
  const [who, whose] = by === 'us' ? ['this one', 'it'] : ['it', 'this one']
  const told = {
    message: by === 'us' ? 'a message from there' : 'a message of yours',
    link: 'a link',
    circle: 'a circle',
  }
  const about =
    what === 'other'
      ? `something that ${whose} told`
      : what === 'message'
        ? told.message
        : `what ${whose} told of ${told[what]}`
  const again = by === 'us' ? '' : what === 'message' ? ', then send it again' : ': then it is told again'
  const its = version === '' ? 'Its Janus' : `Its Janus (${version})`
  return `${its} is another version than this one, and ${who} did not understand ${about}. Update the older of the two${again}.`
}

/** What is known of another house, in one line. */
export function houseFacts(house: HouseView): string {
  const { version, agents, onTheWay, person } = house
  const shares = agents.length === 1 ? 'shares 1 agent' : `shares ${agents.length} agents`
  const way = onTheWay === 1 ? '1 message on the way' : `${onTheWay} messages on the way`
  return [
    houseWord(house),
    ...(version === '' ? [] : [`Janus ${version}`]),
    ...(person === null ? [] : [`its person is ${person}`]),
    ...(agents.length === 0 ? [] : [shares]),
    ...(onTheWay === 0 ? [] : [way]),
  ].join(' · ')
}
