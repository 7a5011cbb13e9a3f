import type { LinkId } from '../../../main/contract/links/links.ts'
import type { RequestInput } from '../../../main/contract/api/requests.ts'
import { crew } from '../domain/crew.ts'
import type { World } from '../domain/world.ts'
import { refuses, type StoryPlay, type Stories } from '../play.ts'
import { ago } from '../still.ts'

type Opened = Omit<RequestInput<'links.open'>, 'members'>

const measured = [
  'Measured. Reuse of a rotated token revokes the family after a **10 s grace window**; two refreshes inside it return the same pair.',
  '',
  '- The window is per client, not per token.',
  '- The sandbox does not apply it, so a test there passes for the wrong reason.',
].join('\n')
const asks =
  'Before I touch `refresh()`: does the provider revoke the whole token family when a rotated refresh token is used again? A yes or no and the source, please.'
const done =
  'Refresh is single-flight: late callers join the first, a failure clears the flight for all of them. Public API unchanged; 41 lines of tests. The grace window is now a named constant with your measurement beside it.'
const toBoth = 'Both of you: freeze the public API now.'

/** Opens a link and shows it. */
export async function tie(world: World, members: readonly string[], more: Opened = {}): Promise<LinkId> {
  const { id } = await world.ask('links.open', { members: [...members], ...more })
  world.inView = { link: id }
  return id
}

/**
 * An agent says this at the end of its turn, or of a turn that an unlinked agent starts: a message of the
 * user would extend the limit.
 */
export async function says(world: World, name: string, text: string): Promise<void> {
  if (!world.programs.isInTurn(world.id(name)))
    await world.send('changelog', name, `Go on with step ${world.domain.engine.state.seq}.`)
  await world.turn(name, ['text', text])
}

/** Crossings between Builder and Scout: a question, its answer, two results, and a silence. */
async function all(world: World): Promise<void> {
  await says(world, 'Builder', asks)
  world.at(4)
  await says(
    world,
    'Scout',
    'Yes, by its security notes of March: reuse revokes the family. I have not seen it happen. I will try it against the sandbox and write what I measure.',
  )
  world.at(3)
  world.end('Builder')
  await says(world, 'Scout', measured)
  world.at(2)
  await says(world, 'Builder', done)
  await says(world, 'Scout', 'SILENT')
  world.at(1)
}

type Then = (world: World, link: LinkId) => Promise<unknown> | void

/** Builder and Scout are linked, and nothing has crossed yet. */
const opened =
  (then: Then, more: Opened = {}, members = ['Scout', 'Builder']): StoryPlay['story'] =>
  async (world) => {
    await crew(world)
    world.end('Scout')
    await world.seen()
    world.at(5.5)
    await then(world, await tie(world, members, more))
    world.at(1)
    await world.seen()
  }

/** Builder and Scout are linked, and have exchanged messages; then `then` happens. */
export const linked = (
  then: Then = () => {},
  more: Opened = {},
  crosses: (world: World) => Promise<unknown> = all,
): StoryPlay['story'] =>
  opened(async (world, link) => {
    await crosses(world)
    await then(world, link)
  }, more)

const play = (
  story: StoryPlay['story'],
  act?: StoryPlay['act'],
  more: Partial<StoryPlay> = {},
): StoryPlay => ({
  story,
  act,
  ...more,
})
const last = (world: World) => says(world, 'Builder', 'The changelog line is written as well.')
const off = (world: World) => world.ask('settings.change', { links: false })

/** One crossing with a different fate at each receiver. */
const fates = opened(
  async (world) => {
    await world.user('Scout', 'Read on.')
    await world.user('Builder', 'Measure it.')
    world.programs.areSlow = true
    await world.ask('links.change', { id: world.inView.link ?? '', mine: 'absorb' }, 'Critic')
    world.programs.busy.add(world.id('oauth-impl'))
    await says(world, 'Builder', measured)
    world.end('Schema')
    await world.ask('agents.close', { agent: 'docs', forever: true })
  },
  { mode: 'converse' },
  ['Builder', 'Scout', 'Critic', 'Schema', 'oauth-impl', 'docs'],
)

const among = async (world: World) => {
  await says(world, 'Scout', measured)
  await says(
    world,
    'Critic',
    'Then the test in the sandbox proves nothing; measure it against the real provider.',
  )
  await says(world, 'Schema', 'SILENT')
}
/** A link with the user as a member. */
const room: StoryPlay['story'] = opened(
  async (world, id) => {
    const say = (message: string) => world.ask('links.say', { id, message })
    await say('The sandbox lies about the grace window. What do we know for certain?')
    world.at(4)
    await say('@Scout please measure it against the real provider.')
    await world.turn('Scout', ['text', measured])
    world.at(3)
    await say('@Builder then make it a named constant. @Scout, thank you.')
    await world.turn('Builder', ['text', `${done} @you may want to read the tests.`])
  },
  { mode: 'mentions', name: 'Refresh tokens', purpose: 'Agree on how refresh() behaves.' },
  ['Scout', 'Builder', 'Critic'],
)
const four = ['Scout', 'Builder', 'Critic', 'Schema']
const long = Array.from(
  { length: 14 },
  (_, at) =>
    `## Step ${at + 1}\n\nThe guard joins late callers, and a failure clears the flight for all of them.`,
).join('\n\n')
const code = `${measured}\n\n\`\`\`ts\nconst grace = 10_000\nawait refresh({ within: grace })\n\`\`\``
const write = '[data-part=dock] textarea'

export const linkPlays: Stories = {
  'link-open': play(linked()),
  'link-purpose': play(
    linked(undefined, { purpose: 'Agree on how refresh() behaves inside the grace window.' }),
  ),
  'link-cap': play(linked(last), undefined, { app: { settings: { linkCap: { usd: 0.05, tokens: null } } } }),
  'link-away': play(
    linked((world, link) => {
      world.inView = { link, kept: { 'links-seen': { [link]: ago(3.5) } } }
    }),
  ),
  'link-empty': play(opened(() => {})),
  'link-fates': play(fates),
  'link-paused': play(
    linked(async (world, id) => {
      await world.ask('links.change', { id, mode: 'paused' })
      await last(world)
      await says(world, 'Scout', 'So is the note.')
    }),
  ),
  'link-rests': play(linked(undefined, { budget: 3 })),
  'link-rests-loop': play(
    opened(
      async (world) => {
        for (let at = 0; at < 18; at += 1)
          await says(world, at % 2 === 0 ? 'Builder' : 'Scout', `Which of the two goes first? (${at})`)
        const held = ['Builder', 'Scout'].flatMap((name) => world.agent(name).mailbox)
        await world.ask('messages.drop', { id: held.find(({ hold }) => hold === 'loop')?.id ?? '' })
      },
      { mode: 'converse', budget: 100 },
    ),
  ),
  'link-rests-off': play(
    linked(async (world) => {
      await off(world)
      await last(world)
    }),
  ),
  'link-rests-kept': play(linked(last, { budget: 4 })),
  'link-words': play(
    linked(async (world) => {
      await world.turn('Scout', ['user', 'Look for the notes of March.'])
      for (const name of ['Scout', 'Builder']) await world.turn(name, ['user', toBoth])
      await world.turn('Builder', ['user', 'Before you go on: keep the public API as it is. '.repeat(8)])
    }),
  ),
  'link-again': play(
    linked(async (world, id) => {
      await world.ask('links.close', { id })
      world.at(1)
      await tie(world, ['Scout', 'Builder'])
    }),
  ),
  'link-closed-tab': play(
    linked((world) => world.ask('agents.close', { agent: 'Scout' })),
    (hand) => hand.click('[role=radio]', 'Scout'),
  ),
  'link-lost-member': play(
    linked(async (world, link) => {
      const members = ['Scout', 'Builder'].map((name) => [world.id(name), name])
      world.inView = { link, kept: { 'links-known': { [link]: { members, mode: 'answers' } } } }
      await world.ask('agents.close', { agent: 'Scout', forever: true })
    }),
  ),
  'link-closed': play(
    linked((world, id) =>
      world.ask(
        'links.close',
        { id, message: 'Refresh is done; what is left is the changelog, and that is mine.' },
        'Builder',
      ),
    ),
  ),
  'link-among-four': play(opened(among, { mode: 'converse' }, four)),
  'link-lowered': play(linked((world, id) => world.ask('links.change', { id, mine: 'absorb' }, 'Scout'))),
  'link-extended': play(
    linked((world, id) => world.ask('links.change', { id, extend: true }), { budget: 3 }),
  ),
  'link-long': play(
    opened(async (world) => {
      await says(world, 'Scout', long)
      await says(world, 'Builder', code)
    }),
  ),
  'link-names': play(
    opened(
      async (world, id) => {
        const name = 'scout-of-the-refresh-token-rotation-in-th'
        await among(world)
        await world.ask('agents.change', { agent: 'Scout', name: name.slice(0, 40) })
        await world.ask('links.change', { id, mine: 'absorb' }, 'Critic')
      },
      { mode: 'converse' },
      [...four, 'docs'],
    ),
  ),
  'link-writing': play(linked(), (hand) => hand.type(write, toBoth)),
  'link-refused': play(
    linked(),
    async (hand) => {
      await hand.type(write, toBoth)
      await hand.click('[data-part=dock] .primary')
      await hand.see('.problem')
    },
    {
      answers: {
        'messages.send': refuses('storage_full', 'The disk is full. Nothing was sent.'),
      },
    },
  ),
  'link-to-one': play(linked(), (hand) => hand.click('[role=radio]', 'Scout')),
  'link-room': play(room),
  'link-room-naming': play(room, (hand) => hand.type(write, 'Done, I think. @')),
  'link-room-woken': play(room, (hand) => hand.type(write, '@Critic and @scout: do you agree?')),
  'link-room-nobody': play(room, async (hand) => {
    await hand.type(write, '@Scot look')
    await hand.click('[data-part=dock] .primary')
    await hand.see('.problem')
  }),
  'link-menu': play(linked(), (hand) => hand.click('[data-part=pane] header [aria-haspopup]')),
  'link-closing': play(linked(), (hand) => hand.click('[data-part=dock] button', 'Close link')),
  'link-failed': play(linked(), undefined, {
    answers: {
      'log.page': refuses('internal', 'The store cannot be read.'),
    },
  }),
  'link-rehearsal': play(linked(), undefined, { app: { rehearsal: true } }),
  'link-live': play(
    opened((world) => says(world, 'Builder', asks)),
    async (hand, world) => {
      await hand.see('[data-part=conclusion]')
      await says(world, 'Scout', measured)
      world.end('Builder')
      await hand.see('[data-part=fate]', /turn 2/)
    },
  ),
}
