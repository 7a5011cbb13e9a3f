import type { RequestInput } from '../../../main/contract/api/requests.ts'
import type { StoryPlay } from '../play.ts'
import type { Line, World } from './world.ts'

type Story = StoryPlay['story']

/** Creates the usual tabs with their history. Builder has done nothing yet. */
export async function crew(
  world: World,
  more: (name: string, at: number) => Omit<RequestInput<'agents.create'>, 'name'> = () => ({}),
): Promise<void> {
  const roles = { Scout: 'reads the sources', Builder: 'writes the code' }
  const names = ['Scout', 'Builder', 'Critic', 'Schema', 'docs', 'oauth-impl', 'changelog']
  for (const [at, name] of names.entries()) {
    if (world.names().includes(name)) continue
    await world.make(name, {
      ...(name in roles ? { role: roles[name as keyof typeof roles] } : {}),
      ...(name === 'Builder' ? { model: 'opus' } : {}),
      ...more(name, at),
    })
  }
  await world.turn('changelog', ['user', 'Write it down.'], ['text', 'Told the next crew what changed'])
  world.at(180)
  await world.turn('docs', ['user', 'Write the upgrade notes.'], ['text', 'Wrote the upgrade notes'])
  world.at(9)
  await world.turn('Schema', ['user', 'Add the indexes.'], ['text', 'Two indexes, no lock held'])
  await world.turn('oauth-impl', ['user', 'Add a scope.'], ['text', 'Which scope should it be?'])
  world.at(6)
  await world.turn(
    'Critic',
    ['user', 'Would you ship it?'],
    ['text', 'I would not ship it before the schema is frozen.'],
  )
  await world.does('Scout', [
    ['user', 'Find the rule.'],
    ['text', 'Reading the provider docs'],
  ])
}

/** The story of the crew: Builder has had `turns`, then `then` happens. */
export function after(turns: readonly (readonly Line[])[], then: Story = () => {}): Story {
  return async (world) => {
    await crew(world)
    for (const [at, lines] of turns.entries()) {
      world.at(5 - at)
      await world.turn('Builder', ...lines)
    }
    await world.seen()
    world.at(1)
    await then(world)
  }
}

/** The story of the crew with Builder in a turn. */
export function during(lines: readonly Line[], then: Story = () => {}): Story {
  return async (world) => {
    await crew(world)
    await world.seen()
    world.at(2)
    await world.does('Builder', lines)
    world.at(1)
    await then(world)
  }
}
