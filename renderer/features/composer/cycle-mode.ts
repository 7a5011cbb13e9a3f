import { kindFacts, type AgentKind } from '../../../main/contract/agents/kinds.ts'
import type { PermissionMode } from '../../../main/contract/api/model.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { say } from '../../components/voice.ts'
import { modeHints, modeWords } from '../../entities/agent/pickers.tsx'
import { act } from '../../state/act.ts'

/** The mode that comes after one, round at the end. Never one in which the person is not who is asked: that is chosen by hand. */
export function nextMode(kind: AgentKind, now: PermissionMode): PermissionMode {
  const modes: readonly PermissionMode[] = kindFacts[kind].modes.filter(
    (mode) => mode !== 'bypassPermissions' && mode !== 'auto',
  )
  const at = modes.indexOf(now)
  return modes[(at + 1) % modes.length] ?? now
}

/** Sets the next permission mode, and says so to who cannot see it. */
export function cycleMode({ id, kind, permissionMode }: AgentView): void {
  const mode = nextMode(kind, permissionMode)
  if (mode === permissionMode) return say('It has no other permission mode')
  void act('agents.change', { agent: id, permissionMode: mode }).then(() =>
    say(`Permission mode: ${modeWords[mode]}. ${modeHints[mode]}`),
  )
}
