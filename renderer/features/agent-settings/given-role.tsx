import type { AgentView } from '../../../main/contract/api/views.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { show } from '../../state/view-store.ts'
import css from './agent-settings.module.css'

/** The role that the agent was made with, and what that had it told; and the way to keep a role like this agent. */
export function GivenRole({ agent }: { readonly agent: AgentView }) {
  const { template, instructions } = agent
  return (
    <section className="field">
      <h2 className="label">Made with a role</h2>
      <div className={css.row}>
        <p className="grow muted">
          {template === null ? (
            'With none.'
          ) : (
            <>
              <SafeText text={template} />: what it was told at its start stays, whatever becomes of the role.
            </>
          )}
        </p>
        <button type="button" className="btn" onClick={() => show({ kind: 'roles', from: agent.id })}>
          Keep as a role…
        </button>
      </div>
      {instructions !== '' && (
        <details className={css.told}>
          <summary>What it was told</summary>
          <p dir="auto">
            <SafeText text={instructions} />
          </p>
        </details>
      )}
    </section>
  )
}
