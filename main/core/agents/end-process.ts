import type { AgentId } from '../../contract/api/model.ts'
import type { Step } from '../step/step.ts'

/** Asks for the end of a process, if there is one; its exit comes as a fact. */
export function endProcess(step: Step, id: AgentId): void {
  const { process, run } = step.get(id)
  step.set(id, { restartAt: null })
  if (process === 'off' || process === 'ending') return
  step.set(id, { process: 'ending', cards: [], awaits: [] })
  step.emit({ do: 'agent.stop', agent: id, run })
}
