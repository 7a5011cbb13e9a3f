import type { MessageId } from '../../../main/contract/api/model.ts'
import { after } from '../domain/crew.ts'
import type { World } from '../domain/world.ts'
import type { Hand } from '../hand.ts'
import type { StoryPlay, Stories } from '../play.ts'
import { talk } from './said.ts'

const words = [
  'Does join-on-refresh hide a revoked family?',
  'It would, if the flight were joined before the family is looked at. Where do you check it?',
  'Before. Here is the order:\n\n1. read the session\n2. look at the family\n3. join the flight, or begin one\n4. save\n5. let go of the flight\n\nTwo tests cover the third step; none covers the fifth. Would you write that one, or shall I?',
  'I wrote it; it fails on a refresh that ends between 4 and 5.',
]

/** Builder and Critic exchange `count` messages, each a reply to the last. */
async function talks(world: World, count: number): Promise<string> {
  const said: MessageId[] = []
  for (let at = 0; at < count; at += 1) {
    const [from, to] = at % 2 === 0 ? ['Builder', 'Critic'] : ['Critic', 'Builder']
    world.at(4 - (at * 3) / count)
    // A message of the user resets the loop guard's chain.
    if (at % 10 === 0) await world.turn('Builder', ['user', 'Ask Critic.'])
    const replyTo = said.at(-1)
    const { messageId } = await world.send(from, to, words[at % 4] ?? '', {
      ...(replyTo === undefined ? {} : { replyTo }),
      ...(at % 2 === 0 ? { expectReply: true } : {}),
      ...(at === 2 ? { priority: 'high' } : {}),
    })
    world.end(to)
    said.push(messageId)
  }
  await world.ask('agents.interrupt', { agent: 'Critic' })
  await world.user('Critic', 'And tell me whether it holds on Windows.', { replyTo: said.at(-1) ?? '' })
  await world.ask('agents.interrupt', { agent: 'Critic' })
  return said[2] ?? ''
}

const thread = (count: number, act?: (hand: Hand) => Promise<void>): StoryPlay => ({
  story: after([talk]),
  act: async (hand, world) => {
    await hand.open(
      { kind: 'thread', message: (await talks(world, count)) as MessageId },
      '[data-part=thread-message]',
    )
    await act?.(hand)
  },
})

export const threadPlays: Stories = {
  'talk-thread': thread(5),
  'talk-thread-long': thread(60),
  'talk-thread-open': thread(5, (hand) => hand.click('[data-part=thread-message] button', 'Expand')),
}
