import type { AgentView } from '../../../main/contract/api/views.ts'
import { agent, ago } from '../make.ts'

/** The agents that most states show, by what they stand for. */
export const builder = agent(1, 'Builder', {
  role: 'writes the code',
  model: 'opus',
  lastLine: 'The guard is in; three tests cover it.',
  costUsd: 0.48,
  turnNumber: 31,
})
export const scout = agent(0, 'Scout', {
  status: 'working',
  role: 'reads the sources',
  lastLine: 'Reading the provider docs',
  costUsd: 0.22,
})
export const critic = agent(2, 'Critic', {
  lastLine: 'I would not ship it before the schema is frozen.',
  costUsd: 0.11,
})
export const schema = agent(3, 'Schema', { lastLine: 'Two indexes, no lock held', since: ago(12) })
export const oauth = agent(5, 'oauth-impl', { lastLine: 'Which scope should it be?', costUsd: 0.31 })
export const docs = agent(4, 'docs', {
  status: 'asleep',
  since: ago(180),
  lastLine: 'Wrote the upgrade notes',
})
export const changelog = agent(7, 'changelog', {
  status: 'asleep',
  since: ago(1_440),
  lastLine: 'Told the next crew what changed',
})

/** What an agent's program runs beside its turns. */
export const tasks: AgentView['background'] = [
  {
    id: 'b1',
    kind: 'command',
    name: 'Dev server of the ferry desk',
    call: null,
    line: '',
    since: ago(14),
  },
  {
    id: 'a1',
    kind: 'agent',
    name: 'Look through the provider’s change log',
    call: 'call-1',
    line: 'Running Find every breaking change since 4.2',
    since: ago(2),
  },
]

/** All of them around one that is shown. */
export const around = (shown: AgentView): readonly AgentView[] => [
  ...[scout, builder, critic, schema, docs, oauth, changelog].map((one) =>
    one.id === shown.id ? shown : one,
  ),
]
