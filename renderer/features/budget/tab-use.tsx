import type { AgentView } from '../../../main/contract/api/views.ts'
import { LackLine } from '../../entities/kind/lacks.tsx'
import { UsePanel } from '../../entities/budget/use-panel.tsx'

/** What an agent's tab has used in all, and its cap. */
export function TabUse({ agent }: { readonly agent: AgentView }) {
  return (
    <section aria-labelledby="side-use">
      <div className="side-cap">
        <h2 id="side-use">Use</h2>
      </div>
      <UsePanel
        spender={{ of: 'tab', id: agent.id }}
        spending={agent.spending}
        label="Cap on this tab, in all"
      />
      {agent.context === null && <LackLine abilities={agent.abilities} of={['tellsContext']} />}
    </section>
  )
}
