import { userKey } from '../../../main/contract/mail/authors.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import type { WrittenView } from '../../../main/contract/mail/mail-views.ts'
import type { FleetResult, FleetView } from '../../../main/contract/fleet/fleet-views.ts'
import type { Panel } from '../../state/panel.ts'
import type { Hand } from '../hand.ts'
import { isoAgo, bob, machines } from '../make-fleet.ts'
import { fleet } from '../../testing/fleet.ts'
import { after } from '../domain/crew.ts'
import type { Line, World } from '../domain/world.ts'
import { refuses, sheet, type Sheet, type OwnAnswers, type StoryPlay, type Stories } from '../play.ts'
import { ago } from '../still.ts'
import { talk, work } from './said.ts'

const three = fleet(machines)
const outside = {
  ...fleet(
    machines.map((one) =>
      one.status === 'unheard' ? one : { ...one, status: 'unknown', lastSeenAt: one.lastSeenAt ?? isoAgo(2) },
    ),
  ),
  broker: { status: 'connecting', why: 'Can’t reach the fleet’s server at attic.local:4222 (ECONNREFUSED).' },
} as const
/** Another Janus runs as this machine, and another as attic. */
const twice = fleet(
  machines.map((one) => (one.name === 'attic' ? { ...one, isTwice: true } : one)),
  {
    broker: {
      status: 'twice',
      why: 'Another Janus runs as cellar, with the same fleet.json. It stays offline while this one runs. To use that one instead, quit Janus here and restart it there; otherwise delete fleet.json there.',
    },
  },
)
const story = after([talk, work])

/** A window of a machine in a fleet, or in none. */
const within = (
  of: FleetView | null,
  act?: StoryPlay['act'],
  of2: StoryPlay['story'] = story,
): StoryPlay => ({
  ...(of ? { fleet: of } : {}),
  story: of2,
  act,
})

/** `within` with a sheet. */
const over = (
  of: FleetView | null,
  what: Sheet,
  act?: (hand: Hand) => Promise<void>,
  answers: OwnAnswers = {},
): StoryPlay => ({
  ...within(of, sheet(what, act)),
  answers: {
    'fleet.get': () => ({ fleet: of, from: null, server: of ? server : null }),
    'messages.written': () => ({ items: [], next: null }),
    ...answers,
  },
})

const server = "nats-server -c '/home/mo/.janus/fleet/server/nats-server.conf'"
const page: Panel = { kind: 'settings', text: 'fleet' }
const founded: FleetResult = {
  file: '/home/mo/.janus/fleet/fleet.json',
  next: [
    'This machine is now called cellar and has created a fleet. Three steps remain:',
    '1. Start the server, on the machine that all machines reach as cellar.local:4222:',
    `   ${server}`,
    '2. Restart Janus: it is in the fleet from then on.',
    '3. Invite the other machines: Settings → Fleet → Invite a machine, or: janus fleet invite NAME --out FILE',
  ],
}

/** Fills in the first form and submits it. */
const found = async (hand: Hand) => {
  await hand.type('dialog form input', 'cellar')
  await hand.type('dialog form .field:nth-child(2) input', 'cellar.local:4222')
  await hand.click('dialog form button', /^Create$/)
}

const stranger: AgentId = `${bob.id}@attic`
/** A message of a first-time sender; it is sent by a local agent with fewer permissions. */
const met = after([talk, work], async (world) => {
  await world.make('Bob', { permissionMode: 'plan' })
  const words = 'Your guide and ours say different things about the grace window: which one holds?'
  await world.send('Bob', 'Builder', words, { expectReply: true })
})
const meets: NonNullable<StoryPlay['act']> = async (hand, world) => {
  await hand.see('[data-part=pane]')
  const from = { from: { kind: 'agent', id: stranger }, fromName: 'Bob@attic' } as const
  const reason = { kind: 'firstTimeSender', receiver: 'Builder', sender: 'Bob@attic' } as const
  world.amend('Builder', ({ pending }) => ({ pending: pending.map((one) => ({ ...one, ...from, reason })) }))
}

/** The user's messages to Bob: answered, read, held there, on the way, and undeliverable. */
async function written(world: World): Promise<readonly WrittenView[]> {
  // Based on a message to a local agent; the differences follow.
  const [first] = world.agent('docs').mailbox
  const id = first?.id ?? (await world.user('docs', 'And the cents?', { expectReply: true })).messageId
  const base = await world.ask('messages.get', { id })
  return (
    [
      [75, 3, 'And the cents?', 'queued', 'on its way', null],
      [74, 9, 'Is the grace window the same for each client?', 'queued', 'held', null],
      [73, 31, 'Which of your pages name the window?', 'read', 'read', null],
      [72, 55, 'Put the page right, please.', 'undeliverable', 'undeliverable', null],
      [
        71,
        90,
        'Which parts have no tests?',
        'answered',
        'answered',
        'Two have none:\n\n- `fares.ts`\n- `grace.ts`',
      ],
    ] as const
  ).map(([count, minutes, text, state, stands, reply]) => ({
    ...base,
    id: `msg-00000000${count}`,
    to: stranger,
    toName: 'Bob@attic',
    acceptedAt: ago(minutes),
    stateAt: ago(minutes - 1),
    text,
    state,
    turn: null,
    waits: null,
    reason: {
      kind: 'away',
      machine: 'attic',
      stands,
      turn: stands === 'read' ? 4 : null,
      why: stands === 'undeliverable' ? 'its mailbox is full' : '',
    },
    reply: reply && {
      messageId: null,
      text: reply,
      implicit: true,
      byRule: false,
      at: ago(minutes - 2),
      metadata: {},
    },
  }))
}
const withMail: OwnAnswers = {
  'messages.written': async (_, world) => ({ items: await written(world), next: null }),
}

/** Builder asks the attic, and Bob answers; a local agent sends Bob's text. */
const asksAttic: readonly Line[] = [
  ['user', 'Ask the attic whether their guide has the same window.'],
  [
    'call',
    'mcp__janus-agents__send_to_agent',
    { target: 'Bob@attic', message: 'Does your guide say ten seconds too?' },
    'queued',
  ],
  ['hears', 'docs', 'It says ten seconds, per client. I have put the page right.', { priority: 'high' }],
  ['call', 'Bash', { command: 'npm test' }, '7 passed'],
  ['text', 'Both guides say ten seconds now.'],
]
const heardFromBob: OwnAnswers['log.page'] = async (input, world) => {
  const page = await world.ask('log.page', input)
  const items = page.items.map((row) =>
    'kind' in row && row.kind === 'peer'
      ? { ...row, author: { kind: 'agent', id: stranger }, authorName: 'Bob@attic' }
      : row,
  )
  return { ...page, items } as typeof page
}
const unread = fleet(machines.map((one) => ({ ...one, unseen: [one.agents[0]?.id ?? bob.id] })))

export const fleetPlays: Stories = {
  'fleet-list': within(three),
  'fleet-list-collapsed': within(three, (hand) => hand.click('h2 button', /^attic/)),
  'fleet-no-tab': within(three, undefined, async () => {}),
  'fleet-apart': within(outside),
  'fleet-said': {
    ...within(three, undefined, after([asksAttic])),
    answers: { 'log.page': heardFromBob },
  },
  'fleet-peer': over(three, { kind: 'peer', machine: 'attic', id: bob.id }),
  'fleet-peer-mail': over(three, { kind: 'peer', machine: 'attic', id: bob.id }, undefined, withMail),
  'fleet-peer-unread-collapsed': within(unread, (hand) => hand.click('h2 button', /^attic/)),
  'fleet-peer-unread': within(unread),
  'fleet-peer-silent': over(three, {
    kind: 'peer',
    machine: 'barn',
    id: machines[1]?.agents[0]?.id ?? bob.id,
  }),
  'fleet-guest': over(fleet(machines.map((one) => ({ ...one, user: 'Ann' }))), {
    kind: 'peer',
    machine: 'attic',
    id: userKey,
  }),
  'fleet-agent-settings': over(three, (world) => ({ kind: 'agentSettings', agent: world.id('Builder') })),
  'fleet-stranger': within(three, meets, met),
  'fleet-none': over(null, page),
  'fleet-founded': over(
    null,
    page,
    async (hand) => {
      await found(hand)
      await hand.see('[data-part=fleet-next]')
    },
    { 'fleet.found': () => founded },
  ),
  'fleet-not-founded': over(
    null,
    page,
    async (hand) => {
      await found(hand)
      await hand.see('dialog [role=alert]')
    },
    {
      'fleet.found': refuses(
        'bad_request',
        'Port 4222 is in use by another program on this machine. Choose another.',
      ),
    },
  ),
  'fleet-settings': over(
    { ...three, dropped: 'A message from barn was dropped. Its signature is not valid.' },
    page,
  ),
  'fleet-settings-apart': over(outside, page),
  'fleet-settings-twice': over(twice, page),
  'fleet-settings-guest': over({ ...three, founder: 'attic' }, page),
  'fleet-settings-alone': over(fleet([]), page),
  'fleet-removing': over(three, page, (hand) => hand.click('dialog button', /^Remove attic/)),
  'fleet-removed': over(
    three,
    page,
    async (hand) => {
      await hand.click('dialog button', /^Remove attic/)
      await hand.click('dialog dialog button', /^Remove$/)
      await hand.see('[data-part=fleet-next]')
    },
    {
      'fleet.remove': () => ({
        file: '',
        next: ['attic is out of the fleet. It can come back by a new invitation only.'],
      }),
    },
  ),
}
