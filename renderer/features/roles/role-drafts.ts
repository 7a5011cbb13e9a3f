import { usualKind } from '../../../main/contract/agents/kinds.ts'
import type { Role } from '../../../main/contract/agents/roles.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'

/** A role of which nothing is said yet. */
export const emptyRole: Role = {
  name: '',
  line: '',
  kind: usualKind,
  program: null,
  model: null,
  permissionMode: null,
  effort: null,
  instructions: '',
}

/** A role that makes agents like this one. Its folder stays its own. */
export function roleOf(agent: AgentView): Role {
  const { name, role: line, kind, program, model, permissionMode, effort, instructions } = agent
  return { name, line, kind, program, model, permissionMode, effort, instructions }
}
