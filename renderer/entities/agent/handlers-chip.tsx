import type { AgentView } from '../../../main/contract/api/views.ts'
import { Icon } from '../../components/icon.tsx'
import { show } from '../../state/view-store.ts'

/** How many handlers of an agent are on; a press shows them. */
export function HandlersChip({ agent: { id, handlers } }: { readonly agent: AgentView }) {
  const words = handlers.on === 1 ? '1 handler on' : `${handlers.on} handlers on`
  return (
    <button
      type="button"
      className="btn ghost"
      data-part="handlers-chip"
      aria-label={words}
      title={`${words}: your rules about what peers write to it`}
      onClick={() => show({ kind: 'handlers', agent: id })}
    >
      <Icon name="rule" />
      <span>
        {handlers.on} <span data-yield={4}>{handlers.on === 1 ? 'handler' : 'handlers'} on</span>
      </span>
    </button>
  )
}
