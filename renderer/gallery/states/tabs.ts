import { after, crew, during } from '../domain/crew.ts'
import type { Line, World } from '../domain/world.ts'
import { refuses, sheet, type Sheet, type StoryPlay, type Stories } from '../play.ts'
import { running, talk, work } from './said.ts'
import { ago } from '../still.ts'

const story = after([talk, work])
const then = (act: NonNullable<StoryPlay['act']>, of = story): StoryPlay => ({ story: of, act })

const panel = (what: Sheet, of = story): StoryPlay => then(sheet(what), of)

const grace: readonly Line[] = [
  ['user', 'How long is the grace window of the provider?'],
  [
    'hears',
    'Scout',
    'Reuse of a rotated token revokes the whole family after a 10 s grace window. Two refreshes inside the window return the same pair.',
    { priority: 'high' },
  ],
  ['call', 'Bash', { command: 'npm test' }, '7 passed'],
  [
    'text',
    'Ten seconds. A test that waits past the grace window passes on the sandbox for the wrong reason.',
  ],
]
const searched = after([talk, grace])

const names = ['Scout', 'Builder', 'Critic', 'Schema', 'docs', 'oauth-impl', 'Fern', 'changelog']
/** Twenty agents in every state. */
const twenty = async (world: World) => {
  for (let at = 0; at < 20; at += 1) {
    const name = names[at] ?? `agent ${at + 1}`
    world.at(6 - at / 10)
    await world.make(name)
    const text = `Line ${at + 1}: something that was said a while ago`
    await world.turn(name, ['user', 'What is new?'], ['text', text])
  }
  await world.seen()
  const { programs } = world
  for (const [at, name] of [...world.names()].entries()) {
    const agent = world.id(name)
    const stand = ['idle', 'working', 'asleep', 'stopped', 'failed', 'starting'][at % 6]
    if (stand === 'working') await world.user(name, 'Go on.')
    if (stand === 'asleep') await world.ask('agents.sleep', { agent })
    if (stand === 'stopped' || stand === 'failed' || stand === 'starting')
      await world.ask('agents.stop', { agent })
    programs.areSlow = stand === 'starting'
    programs.refusal = stand === 'failed' ? { why: 'backend', detail: 'It could not be started.' } : null
    if (stand === 'failed' || stand === 'starting') await world.ask('agents.restart', { agent })
    if (at % 5 === 0) await world.user(name, 'Then write the changelog line, one sentence.')
  }
}

/** Builder proposes a tab. */
const wanting = after([talk], async (world) => {
  await world.ask(
    'tabs.propose',
    {
      name: 'Diver',
      role: 'Reads the provider docs and nothing else',
      firstMessage: 'Which of the providers revoke a whole family at once? Name the page for each.',
    },
    'Builder',
  )
})

const grouped = after([talk], async (world) => {
  await world.ask('groups.make', { name: 'Crew', members: ['Scout', 'Critic', 'docs', 'changelog'] })
  await world.ask('groups.make', { name: 'Night shift', members: ['Builder', 'Schema', 'oauth-impl'] })
})

const builder = (world: World) => world.id('Builder')

export const tabPlays: Stories = {
  'tabs-twenty': { app: { settings: { awake: 20 } }, story: twenty },
  'tabs-closed': {
    story: after([talk, work], async (world) => {
      for (const name of ['old plan', 'spike']) {
        await world.make(name)
        await world.ask('agents.close', { agent: world.id(name) })
      }
    }),
    // The collapsed list of a narrow window does not show them; the palette reopens them.
    act: async (hand) => {
      if (!matchMedia('(max-width: 60em)').matches) await hand.click('summary', /^Closed/)
    },
  },
  'tabs-menu': then((hand) => hand.click('button', /^Actions for/)),
  'palette-all': panel({ kind: 'palette' }),
  'palette-found': panel({ kind: 'palette', text: 'cri' }),
  'palette-nothing': panel({ kind: 'palette', text: 'xyzzy' }),
  'search-empty': panel({ kind: 'search' }),
  'search-found': panel({ kind: 'search', text: 'grace' }, searched),
  'search-nothing': panel({ kind: 'search', text: 'xyzzy' }),
  'search-refused': {
    ...panel({ kind: 'search', text: 'grace' }),
    answers: {
      'history.search': refuses('unavailable', 'Indexing history… Try again in a minute.'),
    },
  },
  'export-sheet': panel((world) => ({
    kind: 'export',
    log: { kind: 'agent', id: builder(world) },
    name: 'Builder',
  })),
  'quote-ask': panel({
    kind: 'quote',
    act: 'ask',
    quote: {
      words:
        'Reuse of a rotated token revokes the whole family.\nTwo refreshes inside the window return the same pair.',
      by: 'Scout',
      agent: null,
      at: ago(90),
      message: null,
    },
  }),
  'find-in': then(async (hand, world) => {
    const { openFind } = await import('../../state/find.ts')
    openFind(builder(world))
    await hand.type('[role=search] input', 'grace')
    await hand.see('[role=search] span', /^\d of 3$/)
  }, searched),
  'keys-sheet': panel({ kind: 'keys' }),
  'words-sheet': panel({ kind: 'keys', page: 'words' }),
  roles: panel({ kind: 'roles' }),
  'roles-one': panel({ kind: 'roles', of: 'Critic' }),
  settings: panel({ kind: 'settings' }),
  'settings-found': panel({ kind: 'settings', text: 'cap' }),
  'settings-terminal': panel({ kind: 'settings', text: 'terminal' }),
  'settings-nothing': panel({ kind: 'settings', text: 'xyzzy' }),
  'dialog-new': panel({ kind: 'newAgent' }),
  'dialog-rename': panel((world) => ({ kind: 'rename', agent: builder(world) })),
  'dialog-settings': panel((world) => ({ kind: 'agentSettings', agent: builder(world) })),
  'dialog-close-working': panel(
    (world) => ({ kind: 'ending', of: 'close', agent: builder(world) }),
    during(running),
  ),
  'dialog-delete': panel((world) => ({ kind: 'ending', of: 'delete', agent: builder(world) })),
  'tab-wanted': { story: wanting },
  'tab-wanted-tray': then((hand) => hand.click('footer button', /needs? you/), wanting),
  'dialog-wish': panel((world) => {
    const [wish] = world.agent('Builder').agent.tabProposals
    return { kind: 'tabProposal', agent: builder(world), tabProposal: wish?.id ?? 'tab-' }
  }, wanting),
  'dialog-groups': panel({ kind: 'groups' }, grouped),
  'dialog-groups-write': panel({ kind: 'groups', write: 'Crew' }, grouped),
  'dialog-groups-new': then(async (hand) => {
    await hand.open({ kind: 'groups' })
    await hand.click('dialog button', /^New group/)
  }, grouped),
  'dialog-role': panel((world) => ({ kind: 'role', agent: builder(world) })),
  'dialog-trigger': then(async (hand, world) => {
    await hand.open({ kind: 'timer', agent: builder(world) })
    await hand.click('dialog button', 'Event')
  }),
  'dialog-webhook': then(async (hand) => {
    await hand.context('[data-part=tab]', /Builder/)
    await hand.click('[role=menuitem]', 'Set a timer…')
    await hand.click('dialog button', 'Event')
    await hand.type('dialog textarea', 'The build is done: read its log.')
    await hand.choose('dialog select', 'webhook', 'Event')
    await hand.click('dialog button', 'Set timer')
    await hand.see('dialog pre')
  }),
  'dialog-timer': panel((world) => ({ kind: 'timer', agent: builder(world) })),
  'dialog-look': panel((world) => ({ kind: 'look', agent: builder(world) })),
  'dialog-message': {
    story: crew,
    act: async (hand, world) => {
      const { messageId } = await world.send(
        'Scout',
        'Builder',
        'Then write the changelog line, one sentence.',
      )
      await hand.open({ kind: 'message', message: messageId, from: 'Scout' })
    },
  },
}
