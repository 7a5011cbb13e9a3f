import { initialAgentSettings } from '../../main/contract/agents/agent-fields.ts'
import { emptyDay } from '../../main/contract/budget/budget.ts'
import { expectedAbilities } from '../../main/contract/agents/kind-abilities.ts'
import { usualKind } from '../../main/contract/agents/kinds.ts'
import type { AgentView } from '../../main/contract/api/views.ts'

/** An idle agent named like its id. */
export function tab(name: string, more: Partial<AgentView> = {}): AgentView {
  return {
    id: `agt-${name}`,
    name,
    kind: usualKind,
    program: null,
    abilities: expectedAbilities[more.kind ?? usualKind],
    status: 'idle',
    since: 0,
    reason: null,
    trouble: null,
    needs: null,
    ...initialAgentSettings,
    cwd: '/',
    template: null,
    instructions: '',
    look: { hue: 1, shape: 1 },
    trust: null,
    allowed: [],
    order: 0,
    createdAt: 0,
    closed: false,
    turnNumber: 0,
    lastLine: '',
    finalWords: 0,
    costUsd: 0,
    context: null,
    spending: emptyDay.budget,
    isTurnCapped: false,
    pending: [],
    usualTurn: null,
    owed: [],
    broken: null,
    answering: [],
    waitingFor: null,
    background: [],
    unread: [],
    healthWarning: null,
    cards: [],
    handlers: { count: 0, on: 0, asks: [], told: [] },
    heartbeats: [],
    seat: null,
    groups: [],
    forkedFrom: null,
    tabProposals: [],
    branch: null,
    worktree: null,
    ...more,
  }
}
