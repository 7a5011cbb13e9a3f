import { useMirror } from '../../state/store.ts'
import type { Sitter } from './circle-draft.ts'

/** How somebody is called who is to sit. */
export function useSitterName(): (who: Sitter) => string {
  const agents = useMirror((now) => now.agents)
  const person = useMirror((now) => now.status?.person ?? '')
  return (who) => {
    if (who.kind === 'human') return person || 'You'
    return who.kind === 'new' ? who.name : (agents[who.agent]?.name ?? 'a tab that is gone')
  }
}
