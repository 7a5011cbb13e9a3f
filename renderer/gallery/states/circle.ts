import type { GatheringId } from '../../../main/contract/gatherings/gatherings.ts'
import type { RequestInput } from '../../../main/contract/api/requests.ts'
import { crew } from '../domain/crew.ts'
import type { Line, World } from '../domain/world.ts'
import type { StoryPlay } from '../play.ts'

type Plan = Partial<RequestInput<'gatherings.convene'>>

/** The usual circle: five agents, and the user as number four. */
export const six = ['Scout', 'Builder', 'Critic', 'me', 'Schema', 'oauth-impl']

/** The user starts a gathering, which is shown. */
export async function circle(
  world: World,
  { people = six, topic = 'Ship on Friday?', ...plan }: Plan & { readonly people?: readonly string[] } = {},
): Promise<GatheringId> {
  const harvester = await harvesterOf(world)
  const id = await world.convene(topic, people, {
    structure: [2, 2, 2],
    maxCost: 5,
    harvester: { agent: harvester },
    ...plan,
  })
  world.inView = { gathering: id }
  return id
}

/** Returns a scribe that is in no gathering, creating one if needed. */
async function harvesterOf(world: World): Promise<string> {
  const free = world
    .names()
    .find((name) => name.startsWith('Scribe') && world.agent(name).gatheringId === null)
  if (free !== undefined) return free
  const count = world.names().filter((name) => name.startsWith('Scribe')).length
  const name = count === 0 ? 'Scribe' : `Scribe ${count + 1}`
  await world.make(name, { role: 'harvests' })
  return name
}

function holderOf(world: World, id: GatheringId) {
  const { seats, piece } = world.gathering(id)
  const holder = seats.find(({ number }) => number === piece?.number)
  if (!holder) throw new Error(`Nobody has the piece of ${id}.`)
  return holder
}

/** The holders say this one after the other, and pass; `SILENT` keeps silence. */
export async function speak(world: World, id: GatheringId, ...words: readonly string[]): Promise<void> {
  for (const text of words) {
    const { name, agent } = holderOf(world, id)
    if (agent === null) await world.ask('gatherings.say', { id, text })
    else await world.turn(name, ['text', text === 'SILENT' ? text : `${text}\nPASS`.trimStart()])
  }
}

/** The holder works and keeps the piece. */
export const works = (world: World, id: GatheringId, ...lines: readonly Line[]): Promise<void> =>
  world.does(holderOf(world, id).name, lines)

export const reasons = (count: number): readonly string[] =>
  Array.from(
    { length: count },
    (_, at) => `Reason ${at + 1} to wait a day: nobody could undo it before Monday.`,
  )

const scoutSaid = [
  'Three of us named the grace window and each assumed someone else had it. The window is ten seconds, and nobody owns it. If it is wrong, we sign people out while they are boarding.',
  'So my regret would not be the code. It is that on Saturday morning no one is awake who can turn it off.',
].join('\n\n')
const builderSaid =
  'I can put it behind a flag today. What I cannot do today is show that turning the flag off leaves no session half-rotated; that test needs the real provider.'

/** The hold begins: two have spoken, the third has passed. */
export const begun = [...reasons(12), scoutSaid, builderSaid, '']

/** The crew in a circle; then `then` happens. */
export const gathered =
  (
    then: (world: World, id: GatheringId) => Promise<unknown> | void,
    plan: Parameters<typeof circle>[1] = {},
  ): StoryPlay['story'] =>
  async (world) => {
    await crew(world)
    world.end('Scout')
    world.at(5)
    await world.ask('heartbeats.set', { intent: 'anchor', note: 'refresh guard', inSeconds: 390 }, 'Builder')
    await world.seen()
    world.at(3)
    const id = await circle(world, plan)
    await then(world, id)
    await world.seen()
  }

/** All 36 turns. */
const everything = [...begun, 'I am awake from six.', ...reasons(2), ...reasons(18)]

/** A harvest that names its sources and has cards to save. */
function harvestOf(world: World, id: GatheringId): string {
  const said = world.janus.store.utterances(id, null, 200).filter(({ kind }) => kind === 'said')
  const rests = (...ns: readonly number[]) => {
    const ids = ns.flatMap((n) => said[n]?.id ?? [])
    return ids.length === 0 ? '' : `[${ids.join(', ')}]`
  }
  return [
    '## Decided',
    `- Ship on Friday behind a flag that is **off by default**. ${rests(13, 15)}`,
    `- Mo is awake on Saturday from six and may turn it on. ${rests(14)}`,
    '## Open',
    `- Who owns the ten-second grace window? ${rests(12)}`,
    `- Does turning the flag off leave a session half-rotated? ${rests(13)}`,
    '## Dissent',
    `- “We have never rolled this back on a Friday.” Stands, unanswered. ${rests(2)}`,
    '## Next',
    `- A test against the real provider, before noon on Friday. ${rests(16)}`,
    '- Tell the harbour office.',
    '```todo Builder\nProvider test for half-rotated sessions, for Builder\n```',
    '```doc docs/decisions/flag.md\n# The flag\n\nOff by default. Mo may turn it on.\n```',
    '```memory\nThe provider keeps a rotated token alive for ten seconds.\n```',
  ].join('\n')
}

/** Everything is said, and the harvester is asked. */
export async function spoken(world: World, id: GatheringId): Promise<void> {
  await speak(world, id, ...everything)
}

/** The harvester answers; if the answer names no sources, it is asked once more. */
export async function harvested(world: World, id: GatheringId, text = harvestOf(world, id)): Promise<void> {
  const { name, agent } = world.gathering(id).harvester
  for (let asked = 0; asked < 2 && agent !== null && world.programs.isInTurn(agent); asked += 1)
    await world.turn(name, ['text', text])
}

/** Every round is spoken, and the harvest is written. */
export async function closed(world: World, id: GatheringId): Promise<void> {
  await spoken(world, id)
  await harvested(world, id)
}
