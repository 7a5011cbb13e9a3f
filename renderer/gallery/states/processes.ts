import { RefusedError } from '../../../main/contract/api/errors.ts'
import type { ProcessReport } from '../../../main/contract/agents/processes.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { agent, view } from '../make.ts'
import { processOf, processReport, processes } from '../make-processes.ts'
import type { Play, Plays } from '../play.ts'
import { shown } from './hand-shown.ts'
import { around, builder, critic, docs, oauth, schema, scout } from './people.ts'

/** With the list open over these agents. */
const open = (
  agents: readonly AgentView[],
  answer: (agents: readonly AgentView[]) => ProcessReport | Promise<ProcessReport>,
  sign = 'tfoot',
): Play => ({
  ...shown({}),
  view: view(agents),
  answers: { 'processes.list': () => answer(agents) },
  act: async (hand) => {
    await hand.click('button', /^\d+ running$/)
    await hand.see(sign)
  },
})

/** One that the system has stopped, one on its way out, one that needs the person, other makers', much and little. */
const several = (): ProcessReport =>
  processReport([
    processOf(scout, 0, { memoryBytes: 1_480_000_000, cpuPercent: 212, cpuSeconds: 9_260, processes: 7 }),
    processOf(builder, 1),
    processOf(critic, 2, { state: 'suspended' }),
    processOf(schema, 3, { kind: 'codex' }),
    processOf(oauth, 5, { kind: 'other', program: 'goose acp' }),
    processOf(docs, 4, { state: 'ending', processes: 1 }),
  ])

const untold = { processes: null, memoryBytes: null, memoryAs: null, cpuPercent: null, cpuSeconds: null }
const long = agent(1, 'Reviewer of the release notes and of everything that goes with them', {
  status: 'working',
})

/** What runs, and what it uses. */
export const processPlays: Plays = {
  processes: open(around(builder), several),
  'processes-many': open(
    Array.from({ length: 24 }, (_, n) =>
      agent(n, `Reader ${n + 1}`, { status: n % 4 === 0 ? 'working' : 'idle' }),
    ),
    processes,
  ),
  'processes-untold': open(around(builder), (agents) => {
    const all = processes(agents)
    return {
      ...all,
      agents: all.agents.map((one) => ({ ...one, ...untold, since: null })),
      janus: { ...all.janus, memoryAs: 'rss' },
      total: untold,
    }
  }),
  'processes-failed': open(
    around(builder),
    () => {
      throw new RefusedError({ code: 'unavailable', message: 'Janus is about to quit.' })
    },
    '[role=dialog] [role=status]',
  ),
  'processes-long-name': open([long, ...around(scout).slice(2)], processes),
}
