import { agentReasonWords } from '../../main/contract/agents/agent-words.ts'
import { RefusedError } from '../../main/contract/api/errors.ts'
import type { AgentSummary } from '../../main/contract/agents/agent-summary.ts'
import type { AgentView, SessionLook } from '../../main/contract/api/views.ts'
import { changeAnswers } from './change-answers.ts'
import type { Answers } from './play.ts'

/** The answers about agents: all are as the view has them, and nothing changes. */
export function agentAnswers(agents: readonly AgentView[]) {
  const summary = (ref: string): AgentSummary => {
    const found = agents.find((one) => one.id === ref || one.name === ref)
    if (found) return summaryOf(found)
    throw new RefusedError({ code: 'unknown_agent', message: 'No agent has that name.' })
  }
  return {
    ...changeAnswers(summary),
    'agents.list': () => agents.map(summaryOf),
    'agents.create': ({ name }) => ({ ...summary(agents[0]?.id ?? ''), name }),
    'agents.change': ({ agent }) => summary(agent),
    'agents.duplicate': ({ agent }) => summary(agent),
    'agents.fork': ({ agent }) => ({ agent: summary(agent), draft: '' }),
    'agents.undoFiles': () => ({
      isDone: false,
      files: ['/home/mo/ferry/src/fares.ts', '/home/mo/ferry/test/fares.test.ts'],
      lines: { added: 4, removed: 31 },
    }),
    'conversations.open': () => summary(agents[0]?.id ?? ''),
    'conversations.list': () => ({
      items: [],
      next: null,
      why: null,
      goesOn: 'copy',
      folder: '/home/mo/ferry',
    }),
    'agents.revoke': ({ agent }) => summary(agent),
    'agents.close': () => ({ closed: true }),
    'agents.reopen': ({ agent }) => summary(agent),
    'agents.stop': ({ agent }) => summary(agent),
    'agents.restart': ({ agent }) => summary(agent),
    'agents.interrupt': ({ agent }) => summary(agent),
    'agents.composing': () => ({ heard: true }),
    'agents.retry': ({ agent }) => summary(agent),
    'agents.stopTask': ({ agent }) => summary(agent),
    'agents.taskOutput': () => ({ text: 'GET /berths 200 in 12 ms\nGET /fares 200 in 9 ms\n' }),
    'agents.seen': () => ({ seen: true }),
    'agents.sleep': ({ agent }) => summary(agent),
    'transcript.look': ({ agent }) => look(summary(agent)),
  } satisfies Partial<Answers>
}

const look = ({ name, status, since, broken, needs }: AgentSummary): SessionLook => ({
  broken,
  agent: name,
  status,
  since,
  needs,
  lastFinal: null,
  tickets: [],
  items: [],
  next: null,
})

function summaryOf(one: AgentView): AgentSummary {
  const { id, name, kind, program, status, since, reason, needs, pending, role, cwd, model, policy } = one
  const { permissionMode, effort, template } = one
  const at = new Date(since).toISOString()
  return {
    id,
    name,
    kind,
    program,
    status,
    since: at,
    reason: agentReasonWords(reason, 'person'),
    needs,
    broken: null,
    pending: pending.length,
    role,
    cwd,
    model,
    effort,
    permissionMode,
    template,
    policy,
    shared: 'no',
    waitingFor: one.waitingFor?.name ?? null,
    colour: 'iris',
    shape: 'disc',
    groups: one.groups,
    gathering: one.seat?.topic ?? null,
  }
}
