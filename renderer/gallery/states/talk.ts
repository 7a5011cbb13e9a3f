import { after, crew, during } from '../domain/crew.ts'
import type { World } from '../domain/world.ts'
import type { Hand } from '../hand.ts'
import type { StoryPlay, Stories } from '../play.ts'
import { tasks, running, talk } from './said.ts'

const b = 'Builder'
const asked = { expectReply: true }

/** Builder has sent messages that are in every possible state. */
async function everyState(world: World): Promise<void> {
  world.at(1_500)
  for (const name of [b, 'Critic']) await world.make(name)
  await world.turn(b, ['user', 'Tell Critic.'], ['sends', 'Critic', 'never mind', { priority: 'low' }])
  await crew(world)
  for (const name of ['Fern', 'Puppet']) await world.make(name)
  await world.ask('agents.change', { agent: 'Fern', policy: 'ask' })
  await world.user('Schema', 'Build the index.')
  world.at(3)
  await world.does(b, [
    ['user', 'Ask everybody, and go on.'],
    ['sends', 'Critic', 'does join-on-refresh hide a revoked family?', asked],
  ])
  await world.ask('agents.interrupt', { agent: 'Critic' })
  world.programs.busy.add(world.id('Schema'))
  await world.does(b, [
    ['sends', 'Critic', 'the second caller joins now', { priority: 'low' }],
    ['sends', 'Schema', 'is the sessions index ready on test?', asked],
    ['sends', 'Schema', 'take the index off staging first, please', { priority: 'high' }],
    ['sends', 'docs', 'which release has the note on tokens?', asked],
  ])
  await world.reply('docs', 'Release 2.4, under Sessions.')
  world.end('docs')
  await world.does(b, [['sends', 'docs', 'please write the upgrade note', asked]])
  await world.turn('docs', ['text', 'Written.'])
  await world.does(b, [['sends', 'Puppet', 'what killed the CLI', asked]])
  for (const left of [2.8, 2.6, 2.4]) {
    world.programs.exit(world.id('Puppet'), 'exit code 137')
    world.at(left)
  }
  await world.does(b, [
    ['sends', 'Fern', 'stop reading the old guide'],
    ['sends', 'Fern', 'a chain that goes on'],
    ['sends', 'Fern', 'may I write to you?'],
    ['text', 'I have asked, and go on with the renewing job.'],
  ])
  const [first, , third] = world.agent('Fern').mailbox
  await world.ask('messages.withdraw', { id: first?.id ?? '' })
  await world.ask('messages.drop', { id: third?.id ?? '' })
  await world.user(b, 'And look at the second caller as well.', { now: true })
  await world.does(b, [['call', 'Bash', { command: 'npm test' }, '7 passed']])
  await world.seen()
}

const receipts = (act?: (hand: Hand) => Promise<void>): StoryPlay => ({
  began: 1_510,
  story: everyState,
  act,
})

/** Messages that arrive in every possible way; then the process crashes and continues with a running tool. */
const arrivals = during([['user', 'Make late callers join the first.']], async (world) => {
  world.end(b)
  await world.send('Critic', b, 'Does join-on-refresh hide a revoked family?', asked)
  await world.ask('agents.interrupt', { agent: b })
  await world.send('Scout', b, 'The provider docs are read; the grace window is ten seconds.', {
    priority: 'low',
  })
  world.at(0.8)
  await world.does(b, [
    ['user', 'And the sandbox?'],
    ['hears', 'Critic', 'It says nothing at all: the sandbox has no window.', { priority: 'high' }],
    ['call', 'Bash', { command: 'npm test -- tokens' }, '7 passed'],
  ])
  await world.awaits(b, 'docs', 'which release has the note on tokens?', 'Release 2.4, under Sessions.')
  world.end('docs')
  const { messageId: id } = await world.send('Schema', b, 'Stop: the index is being built on staging.', {
    priority: 'urgent',
  })
  await world.ask('messages.decide', { id, decision: 'now' })
  await world.does(b, [['text', 'Critic is right. I answer, and keep the second caller apart.']])
  await world.reply(b, 'It does not: the family is checked before the flight is joined.')
  world.programs.exit(world.id(b), 'exit code 137')
  world.at(0.6)
  await world.does(b, [['call', 'Bash', { command: 'npm test -- tokens' }]])
})

/** Builder's turn, started by messages of `from` or the user, ends with an error. */
const broken = (error: 'overloaded' | 'mediaRefused', from: readonly string[], times = 1): StoryPlay => ({
  story: after([talk], async (world) => {
    world.at(0.9)
    for (const name of from) await world.send(name, b, 'Does it hold?', { priority: 'low' })
    if (from.length === 0) await world.user(b, 'Does it hold?')
    else await world.send('Critic', b, 'And on Windows?')
    const detail =
      error === 'overloaded'
        ? 'API Error: 529 the model is overloaded. No response received.'
        : 'API Error: an image in the conversation could not be processed.'
    for (let at = 0; at < times; at += 1) {
      if (at > 0) await world.ask('agents.retry', { agent: b })
      world.programs.end(world.id(b), { kind: 'broken', why: 'api_error', detail, error })
    }
  }),
})

export const talkPlays: Stories = {
  'talk-receipts': receipts(),
  'talk-receipt-detail': receipts((hand) => hand.click('[data-part=receipt]', /not answered/)),
  'talk-receipt-lost': receipts((hand) => hand.click('[data-part=receipt]', /could not be delivered/)),
  'talk-arrivals': { story: arrivals },
  'talk-waits-on': {
    story: during(running.slice(0, 1), (world) => {
      world.at(0.5)
      void world.does(b, [['sends', 'Critic', 'Does it hold?', { awaitMs: 60_000 }]])
      world.fact(b, { type: 'background.changed', tasks })
      world.fact('Schema', { type: 'background.changed', tasks: tasks.slice(0, 1) })
      return world.ask('agents.change', { agent: 'Schema', policy: 'quiet' })
    }),
  },
  'talk-policies': {
    story: after([talk], async (world) => {
      await world.user('Critic', 'Read it.')
      for (const text of ['Then write the changelog line.', 'And look at the job.'])
        await world.send('Schema', 'Critic', text)
      const policies = { [b]: 'ask', Scout: 'interject', Critic: 'quiet' } as const
      for (const [agent, policy] of Object.entries(policies))
        await world.ask('agents.change', { agent, policy })
    }),
    act: (hand) => hand.click('[data-part=picker]', /^Incoming messages/),
  },
  'talk-broken': broken('overloaded', ['Scout']),
  'talk-broken-own': broken('overloaded', []),
  'talk-broken-lasting': broken('mediaRefused', [], 3),
}
