import type { RequestInput } from '../../../main/contract/api/requests.ts'
import { after } from '../domain/crew.ts'
import type { World } from '../domain/world.ts'
import type { StoryPlay, Stories } from '../play.ts'
import { tie } from './link.ts'
import { whileAway } from './mail.ts'
import { work } from './said.ts'

const b = 'Builder'
const rules: readonly Omit<RequestInput<'handlers.make'>, 'agent'>[] = [
  {
    name: 'Status questions',
    on: true,
    when: { question: 'yes', words: { which: 'any', texts: ['status', 'how far'] } },
    then: { kind: 'respond', file: 'docs/status.md' },
  },
  {
    name: 'Critic while I talk',
    on: true,
    when: { from: ['Critic'], doing: ['conversing', 'asking'] },
    then: { kind: 'hold' },
  },
  {
    name: 'Fresh start',
    when: { from: 'linked', priorities: ['high', 'urgent'] },
    then: { kind: 'command', command: '/compact' },
  },
]

/** Builder has rules, which have handled messages. */
const ruled = after([work.slice(0, 2)], async (world) => {
  world.janus.answerFiles.files.set(
    '/home/mo/code/ferry/docs/status.md',
    'The guard is in; three tests cover it.',
  )
  for (const rule of rules) await world.ask('handlers.make', { agent: b, ...rule })
  await handled(world)
  await world.seen()
})
const handled = async (world: World) => {
  await world.send('Scout', b, 'How far is the refresh guard?', { expectReply: true })
  await world.send('Critic', b, 'What is the status of the migration, and who decides?', {
    expectReply: true,
  })
}

/** No automatic reminders, which would start turns of Builder meanwhile. */
const app = { settings: { anchors: 'off' } } as const

/** The list of Builder's rules. */
const list = (act: NonNullable<StoryPlay['act']> = async () => {}): StoryPlay => ({
  app,
  story: ruled,
  act: async (hand, world) => {
    await hand.click('button', /^2 rules on$/)
    await hand.see('[data-part=handler]')
    await act(hand, world)
  },
})

export const handlerPlays: Stories = {
  'handlers-list': list(),
  'handlers-none': {
    story: after([work.slice(0, 2)]),
    act: async (hand, world) => {
      await hand.see('[data-part=turn]')
      await hand.open({ kind: 'handlers', agent: world.id(b) }, 'button', /New rule/)
    },
  },
  'handlers-new': list((hand) => hand.click('button', /New rule/)),
  'handlers-tried': list(async (hand) => {
    await hand.click('button', /^Edit Status/)
    await hand.click('button', /^Test on recent/)
    await hand.see('[data-part=match]')
  }),
  'handlers-errors': list(async (hand) => {
    await hand.click('button', /New rule/)
    await hand.click('button', /^Save$/)
  }),
  'handlers-away': {
    app,
    story: ruled,
    act: async (hand, world) => {
      await whileAway(hand, world, async () => {
        await handled(world)
        await world.turn(b, ['hears', 'Scout', 'And the sandbox?'], ['text', 'The sandbox is next.'])
        await hand.see('[data-part=tab]', /The sandbox is next/)
      })
      await hand.click('button', /^While you were away/)
      await hand.see('[data-part=handled]')
    },
  },
  'handlers-ask': {
    app,
    story: async (world) => {
      await ruled(world)
      await tie(world, ['Scout', b])
      world.inView = {}
      const last = world.agent(b).handlers.at(-1)
      await world.ask('handlers.change', { agent: b, id: last?.id ?? '', on: true })
      await world.send('Scout', b, 'Let us begin with a fresh head: the plan has changed.', {
        priority: 'high',
      })
    },
  },
}
