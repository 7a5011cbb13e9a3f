import { personKey } from '../../../main/contract/mail/authors.ts'
import { RefusedError } from '../../../main/contract/api/errors.ts'
import type { WrittenView } from '../../../main/contract/mail/mail-views.ts'
import type { FleetDone, FleetView } from '../../../main/contract/fleet/fleet-views.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import type { Panel } from '../../state/panel.ts'
import type { Hand } from '../hand.ts'
import { bob, fleet, houses } from '../make-fleet.ts'
import { message, messageIdOf, ticket } from '../make-mail.ts'
import { ago, call, pending, status, transcript, view, type Line } from '../make.ts'
import type { Play, Plays } from '../play.ts'
import { around, builder } from './people.ts'
import { builderSaid, talk, work } from './words.ts'

const three = fleet(houses)
const outside = {
  ...three,
  carrier: { stands: 'connecting', why: 'nobody answers at attic.local:4222 (since 13:40)' },
} as const
/** Another Janus has the key of this house, and of one of the others too. */
const twice = fleet(
  houses.map((one) => (one.name === 'attic' ? { ...one, isTwice: true } : one)),
  {
    carrier: {
      stands: 'twice',
      why: 'Another Janus runs as cellar, with the same fleet.json. It takes no part as long as this one runs. If cellar is to be there from now on, quit this one, then start that one again; else take fleet.json away there.',
    },
  },
)
const transcripts = builderSaid(talk, work)

/** A window of a house that is in a fleet, or in none. */
const within = (of: FleetView | null, agents = around(builder)): Play => ({
  view: view(agents, { status: status({ fleet: of }) }),
  selected: builder.id,
  transcripts,
})

/** The same with something over it. */
const over = (of: FleetView | null, what: Panel, act?: (hand: Hand) => Promise<void>): Play => ({
  ...within(of),
  act: async (hand) => {
    const { show } = await import('../../state/view-store.ts')
    show(what)
    await hand.see('dialog')
    await act?.(hand)
  },
})

const server = "nats-server -c '/home/mo/.janus/fleet/server/nats-server.conf'"
const page: Panel = { kind: 'settings', text: 'fleet' }
const founded: FleetDone = {
  file: '/home/mo/.janus/fleet/fleet.json',
  next: [
    'This house is called cellar from now on, and has founded a fleet. Three things are left to do, in this order:',
    '1. Start the server, on the machine that all houses reach as cellar.local:4222:',
    `   ${server}`,
    '2. Start Janus again: from then on it is in the fleet.',
    '3. Invite the other houses: Settings → Fleet → Invite a house, or: janus fleet invite NAME --out FILE',
  ],
}

/** Fills the fields of the first form, and sends it. */
const found = async (hand: Hand) => {
  await hand.type('dialog form input', 'cellar')
  await hand.type('dialog form .field:nth-child(2) input', 'cellar.local:4222')
  await hand.click('dialog form button', /^Found$/)
}

/** Words of an agent whom nobody here has let write yet. */
const met: AgentView = {
  ...builder,
  needs: 'card',
  pending: [
    pending(41, {
      from: { kind: 'agent', id: `${bob.id}@attic` },
      fromName: 'Bob@attic',
      state: 'held',
      preview: 'Your guide and ours say different things about the grace window: which one holds?',
      hold: 'consent',
      expectsReply: true,
      acceptedAt: ago(2),
      stateAt: ago(2),
      reason: { kind: 'stranger', receiver: 'Builder', sender: 'Bob@attic' },
    }),
  ],
}

/** What was said to and fro between this house and another. */
const said: readonly Line[] = [
  ['human', 'Ask the attic whether their guide has the same window.'],
  ...call(
    's1',
    'mcp__janus-agents__send_to_agent',
    { target: 'Bob@attic', message: 'Does your guide say ten seconds too?' },
    'queued',
    'done',
    messageIdOf(61),
  ),
  [
    'peer',
    'It says ten seconds, per client. I have put the page right.',
    { author: { kind: 'agent', id: `${bob.id}@attic` }, authorName: 'Bob@attic', message: messageIdOf(62) },
  ],
  ['text', 'Both guides say ten seconds now.'],
]

/** What the person has written to Bob: answered, read, held there, on its way, and not taken. */
const written: readonly WrittenView[] = (
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
  ...message(count, minutes, {
    to: `${bob.id}@attic`,
    toName: 'Bob@attic',
    text,
    state,
    expectsReply: true,
    turn: null,
    reason: {
      kind: 'away',
      house: 'attic',
      stands,
      turn: stands === 'read' ? 4 : null,
      why: stands === 'undeliverable' ? 'its mailbox is full' : '',
    },
  }),
  reply: reply && {
    messageId: null,
    text: reply,
    implicit: true,
    byRule: false,
    at: ago(minutes - 2),
    metadata: {},
  },
}))
const withMail: Pick<Play, 'answers'> = {
  answers: {
    'messages.written': () => ({ items: written, next: null }),
    'messages.get': ({ id }) => written.find((one) => one.id === id) ?? message(1, 0),
    'tickets.get': ({ id }) => {
      const found = written.find((one) => one.id === id)
      return ticket(found ?? message(1, 0), found?.reply)
    },
  },
}

/** A house among others. */
export const fleetPlays: Plays = {
  'fleet-list': within(three),
  'fleet-list-folded': { ...within(three), act: (hand) => hand.click('h2 button', /^attic/) },
  'fleet-no-tab': within(three, []),
  'fleet-apart': within(outside),
  'fleet-said': { ...within(three), transcripts: { [builder.id]: transcript(builder, said) } },
  'fleet-peer': over(three, { kind: 'peer', house: 'attic', id: bob.id }),
  'fleet-peer-mail': { ...over(three, { kind: 'peer', house: 'attic', id: bob.id }), ...withMail },
  'fleet-peer-unread-folded': {
    ...within(fleet(houses.map((one) => ({ ...one, unseen: [one.agents[0]?.id ?? bob.id] })))),
    act: (hand) => hand.click('h2 button', /^attic/),
  },
  'fleet-peer-unread': within(
    fleet(houses.map((one) => ({ ...one, unseen: [one.agents[0]?.id ?? bob.id] }))),
  ),
  'fleet-peer-silent': over(three, { kind: 'peer', house: 'barn', id: houses[1]?.agents[0]?.id ?? bob.id }),
  'fleet-guest': over(fleet(houses.map((one) => ({ ...one, person: 'Ann' }))), {
    kind: 'peer',
    house: 'attic',
    id: personKey,
  }),
  'fleet-agent-settings': over(three, { kind: 'agentSettings', agent: builder.id }),
  'fleet-stranger': within(three, around(met)),
  'fleet-stranger-tray': {
    ...within(three, around(met)),
    act: (hand) => hand.click('footer button', /waiting/),
  },
  'fleet-none': over(null, page),
  'fleet-next-start': {
    ...over(null, page),
    answers: { 'fleet.get': () => ({ fleet: null, from: 'cellar', server }) },
  },
  'fleet-founded': {
    ...over(null, page, async (hand) => {
      await found(hand)
      await hand.see('[data-part=fleet-next]')
    }),
    answers: { 'fleet.found': () => founded },
  },
  'fleet-not-founded': {
    ...over(null, page, async (hand) => {
      await found(hand)
      await hand.see('dialog [role=alert]')
    }),
    answers: {
      'fleet.found': () => {
        throw new RefusedError({
          code: 'bad_request',
          message:
            '"Cellar 1" cannot be the name of a house: it is 1 to 24 of a–z, 0–9 and "-", and begins with a letter.',
        })
      },
    },
  },
  'fleet-settings': over({ ...three, dropped: 'barn: words that it has not signed' }, page),
  'fleet-settings-apart': {
    ...over(outside, page),
    answers: { 'fleet.get': () => ({ fleet: outside, from: null, server }) },
  },
  'fleet-settings-twice': over(twice, page),
  'fleet-settings-guest': over({ ...three, founder: 'attic' }, page),
  'fleet-settings-alone': over(fleet([]), page),
  'fleet-removing': over(three, page, (hand) => hand.click('dialog button', /^Remove attic/)),
  'fleet-removed': over(three, page, async (hand) => {
    await hand.click('dialog button', /^Remove attic/)
    await hand.click('dialog dialog button', /^Remove$/)
    await hand.see('[data-part=fleet-next]')
  }),
}
