import { expectedAbilities } from '../../../main/contract/agents/kind-abilities.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { useMirror } from '../../state/store.ts'
import { show } from '../../state/view-store.ts'

/** The way to the conversations that are in its folder; nothing where its program lists none. */
export function LookForIt({ agent }: { readonly agent: AgentId }) {
  const kind = useMirror((now) => now.agents[agent]?.kind)
  const folder = useMirror((now) => now.agents[agent]?.cwd ?? '')
  if (kind === undefined || expectedAbilities[kind].takesUp === 'no') return null
  return (
    <button type="button" className="btn ghost" onClick={() => show({ kind: 'goOn', of: kind, folder })}>
      Look for it…
    </button>
  )
}
