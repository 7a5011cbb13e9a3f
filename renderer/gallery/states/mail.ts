import { after, during } from '../domain/crew.ts'
import type { Hand } from '../hand.ts'
import type { World } from '../domain/world.ts'
import { inOrder, type StoryPlay, type Stories } from '../play.ts'
import { drafts } from './agent.ts'
import { migrate } from './cards.ts'
import { running, work } from './said.ts'

const b = 'Builder'
const fromScout =
  'the sessions index is ready on test, and the provider has confirmed the grace window of ten seconds per client'

const urgent = (world: World, from = 'Critic', expectReply = true) => {
  // After a minute it would be left in the queue.
  world.at(0.2)
  return world.send(from, b, 'Stop before the migration: the dry run is writing to the live schema.', {
    priority: 'urgent',
    expectReply,
  })
}
const notes = async (world: World) => {
  for (const count of [5, 6])
    await world.send('Schema', b, `Two indexes, no lock held (${count}).`, { priority: 'low' })
}
const all = async (world: World) => {
  await world.user(b, 'And look at `renew.ts`.', { now: true })
  await world.send('Critic', b, 'Does join-on-refresh hide a revoked family? I need a yes or no.', {
    priority: 'high',
    expectReply: true,
  })
  const last = await world.user(b, 'Then write the changelog line, one sentence.')
  await world.send('Scout', b, fromScout)
  await world.send('Schema', b, 'I renamed the column; your fixture still has the old name.')
  await notes(world)
  await world.ask('messages.hasten', { id: last.messageId })
}

/** The loop guard holds `count` messages of Scout. */
const heldByGuard = async (world: World, count: number) => {
  for (let at = 0; at < count + 2; at += 1) await world.send('Scout', b, 'Shall I look at the sandbox too?')
}
/** Builder's policy holds these. */
const heldByPolicy = async (world: World, ...words: readonly string[]) => {
  await world.ask('agents.change', { agent: b, policy: 'ask' })
  for (const text of words) await world.send('Scout', b, text, { expectReply: true })
}
const heldOfEachKind = async (world: World) => {
  await world.make('Planner', { permissionMode: 'plan' })
  await world.loop('Scout', b, 'Shall I look at the sandbox too?')
  await world.send('Planner', b, 'Delete the old folder.')
  await world.send('Scout', b, fromScout)
  await heldByPolicy(world, 'And which of the two indexes may go?')
  await world.user(b, 'And then the changelog.')
  await world.ask('agents.interrupt', { agent: b })
}
const heldMany = async (world: World) => {
  await heldByGuard(world, 6)
  await heldByPolicy(world, 'Which of the two?', 'And which of the three?')
}
const later = (world: World) => world.user(b, 'Then write the changelog line, one sentence.')
const flood = async (world: World) => {
  world.at(0.2)
  for (let at = 0; at < 20; at += 1)
    await world.send(['Scout', 'Critic', 'Schema', 'oauth-impl'][at % 4] ?? '', b, `Flood number ${at}.`, {
      priority: 'urgent',
    })
  await heldMany(world)
}

const long = (count: number) => async (world: World) => {
  for (let at = 0; at < count; at += 1) {
    if (at % 4 === 0 || at > 40) await world.user(b, `Step ${at + 1} of the plan.`)
    else await world.send(['Scout', 'Critic', 'Schema'][at % 3] ?? '', b, `Finding ${at + 1}: it holds.`)
  }
}

const writing = 'And the second caller? Does it wait, or does it fail?'
const writes = async (world: World) => {
  world.at(0.2)
  await drafts(writing)(world)
  await world.ask('agents.composing', { agent: b, draft: true })
}

/** Builder works on the user's prompt, and `happens`. */
const mail = (...happens: readonly ((world: World) => Promise<unknown> | void)[]): StoryPlay => ({
  story: during(running, inOrder(...happens)),
})
/** Builder is idle, and the user is writing to it. */
const idle = (...happens: readonly ((world: World) => Promise<unknown>)[]): StoryPlay => ({
  story: after([work], inOrder(writes, ...happens)),
})

/** The user looks at another tab while something happens, and comes back to Builder. */
export async function whileAway(hand: Hand, world: World, happens: () => Promise<unknown>): Promise<void> {
  const { select } = await import('../../state/view-store.ts')
  await hand.see('[data-part=turn]')
  select(world.id('Critic'))
  await hand.see('textarea', /Critic/)
  await happens()
  select(world.id(b))
}

/** Other agents write to Builder while the user is away. */
const away = (count: number, opens: boolean): StoryPlay => ({
  story: after([work.slice(0, 1)]),
  act: async (hand, world) => {
    await whileAway(hand, world, async () => {
      for (let at = 0; at < count; at += 1)
        await world.turn(b, [
          'hears',
          at % 3 === 2 ? 'Critic' : 'Scout',
          `Finding ${at}: the sandbox does not apply the window.`,
        ])
      await heldByPolicy(world, fromScout, 'Shall I look at the sandbox too?')
      await hand.see('[data-part=tab]', /2 waiting/)
    })
    await hand.see('section', /^While you were away/)
    if (opens) await hand.click('button', /^While you were away/)
  },
})

export const mailPlays: Stories = {
  'mail-queue': mail(all),
  'mail-notes-open': { ...mail(all), act: (hand) => hand.click('button', /sent with the next prompt/) },
  'mail-twenty': mail(long(20)),
  'mail-three-hundred': mail(long(300)),
  'mail-held': mail(heldOfEachKind),
  'mail-held-many': mail(heldMany, later),
  'mail-held-many-open': { ...mail(heldMany, later), act: (hand) => hand.click('button', /8 held/) },
  'mail-flood': idle(flood),
  'mail-peek': {
    ...mail((world) => urgent(world), all, writes),
    act: async (hand) => {
      await hand.see('[data-part=card][data-ready]')
      await hand.click('button', /View/)
      await hand.see('dialog', /^Message from/)
    },
  },
  'mail-owed': mail(async (world) => {
    world.end(b)
    await world.send('Critic', b, 'Which of the two indexes may go?', { expectReply: true })
    await world.ask('agents.interrupt', { agent: b })
    await world.does(b, running)
    await world.send('Scout', b, fromScout)
  }),
  'mail-card': mail((world) => urgent(world), all, writes),
  'mail-card-plain': idle((world) => urgent(world, 'Critic', false)),
  'mail-card-under-permission': mail(
    (world) => migrate(world),
    (world) => urgent(world),
    all,
  ),
  'mail-card-two': mail(
    (world) => urgent(world),
    (world) => urgent(world, 'Schema'),
    writes,
  ),
  'mail-banner': mail(async (world) => {
    for (const from of ['Critic', 'Scout']) await world.send(from, b, fromScout, { priority: 'high' })
  }, writes),
  'mail-chain': {
    ...mail((world) => world.loop('Scout', b, 'Shall I look at the sandbox too?')),
    act: (hand) => hand.click('button', /^Messages that led here/),
  },
  'mail-tray': {
    ...mail(
      (world) => urgent(world),
      (world) => heldByGuard(world, 1),
    ),
    act: (hand) => hand.click('footer button', /needs? you/),
  },
  'mail-steers': { ...mail(drafts(writing)), app: { settings: { enter: 'steer' } } },
  'mail-waits-on-reply': mail((world) => {
    world.at(0.2)
    void world.send(b, 'Scout', 'Is the sessions index ready?', { awaitMs: 60_000 })
  }),
  'mail-away': away(2, false),
  'mail-away-open': away(2, true),
  'mail-away-many': away(12, true),
}
