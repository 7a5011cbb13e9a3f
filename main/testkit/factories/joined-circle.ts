import type { AgentId } from '../../contract/api/model.ts'
import type { RequestInput } from '../../contract/api/requests.ts'
import { ComposedJanus } from './composed.ts'

/** Two participants and a harvester. */
export const plan = {
  topic: 'Ship on Friday?',
  question: 'What would we regret?',
  structure: [1, 1, 1] as [1, 1, 1],
  participants: [{ name: 'Scout' }, { name: 'Builder' }],
  harvester: { name: 'Scribe' },
}

/** Creates the agents; each says its name and passes, and the harvester writes the result of `harvest`. */
export async function circle(harvest: (prompt: string, ids: readonly string[]) => string = decided) {
  const known = new Map<AgentId, string>()
  const prompts: { readonly name: string; readonly prompt: string }[] = []
  let ids: readonly string[] = []
  const janus = new ComposedJanus((agent, prompt) => {
    const name =
      known.get(agent) ??
      [...janus.engine.state.agents.values()].find((one) => one.agent.id === agent)?.agent.name ??
      ''
    prompts.push({ name, prompt })
    if (!prompt.includes('[Janus: harvest of ')) return [{ do: 'say', text: `${name} would not.\nPASS` }]
    const listed = [...prompt.matchAll(/^\[From .*, (utt-[0-9a-z]{10})\]:$/gm)].map(([, id = '']) => id)
    ids = listed.length > 0 ? listed : ids
    return [{ do: 'say', text: harvest(prompt, ids) }]
  })
  for (const name of ['Scout', 'Builder', 'Scribe', 'Pen', 'Late']) {
    const { id } = await janus.window('agents.create', { name, cwd: '/' })
    known.set(id, name)
  }
  const idOf = (name: string): AgentId =>
    [...janus.engine.state.agents.values()].find(({ agent }) => agent.name === name)?.agent.id ?? 'agt-none'
  return { janus, prompts, idOf }
}

/** A harvest with the first statement as its source. */
const decided = (_: string, [first = '']: readonly string[]): string => `## Decided\n- To wait. [${first}]`

/** Also starts the gathering, with the user as the ninth seat. */
export const begun = async (
  harvest?: Parameters<typeof circle>[0],
  more: Partial<RequestInput<'gatherings.convene'>> = {},
) => {
  const made = await circle(harvest)
  const { id } = await made.janus.window('gatherings.convene', { ...plan, user: { number: 9 }, ...more })
  made.janus.clock.advance(1000)
  return { ...made, id }
}
