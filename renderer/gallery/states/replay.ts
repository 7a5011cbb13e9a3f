import type { GatheringId } from '../../../main/contract/gatherings/gatherings.ts'
import type { World } from '../domain/world.ts'
import type { Hand } from '../hand.ts'
import type { StoryPlay, Stories } from '../play.ts'
import { begun, closed, gathered, harvested, reasons, speak } from './circle.ts'

type Then = Parameters<typeof gathered>[0]

/** A gathering at a step of its replay. */
const at = (step: number, then: Then = closed, act?: StoryPlay['act']): StoryPlay => ({
  story: gathered(async (world, id) => {
    await then(world, id)
    world.inView = { gathering: id, kept: { replay: { gathering: id, step } } }
  }),
  act,
})
const running: Then = (world, id) => speak(world, id, ...begun)
const openFork = async (hand: Hand) => {
  await hand.click('[data-part=dock] button', 'Fork from here')
  await hand.see('dialog', /Continues “/)
}

/** A fork of a gathering, which is forked itself. */
async function forked(world: World, id: GatheringId): Promise<void> {
  await closed(world, id)
  const rowOf = (of: GatheringId, n: number) => world.store.utterances(of, null, 200)[n]?.id ?? ''
  const question = 'What would make us regret shipping on Monday?'
  const plan = { topic: 'Ship on Monday?', question, structure: [1, 1, 1] } as const
  const { id: second } = await world.ask('gatherings.fork', {
    id,
    utterance: rowOf(id, 17),
    ...plan,
    structure: [...plan.structure],
    begins: 'anew',
  })
  await speak(world, second, ...reasons(6))
  await world.ask('gatherings.steer', { id: second, verb: 'close' })
  await harvested(world, second, 'Nothing yet.')
  await world.ask('gatherings.fork', {
    id: second,
    utterance: rowOf(second, 4),
    topic: 'Ship on Tuesday?',
    question: 'What would make us regret shipping on Tuesday?',
    begins: 'anew',
  })
  world.inView = { gathering: second }
}

export const replayPlays: Stories = {
  'replay-first': at(1),
  'replay-sealed': at(4),
  'replay-hold': at(18),
  'replay-close': at(44),
  'replay-running': at(18, running),
  'replay-playing': at(10, closed, (hand) => hand.click('[data-part=dock] button', 'Play')),
  'fork-sheet': at(18, closed, openFork),
  'fork-again': at(
    20,
    async (world, id) => {
      await closed(world, id)
      await world.ask('agents.close', { agent: 'Critic', forever: true })
    },
    openFork,
  ),
  'fork-lines': { story: gathered(forked), kept: { side: 'open' } },
}
