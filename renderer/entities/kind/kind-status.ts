import { usualKind, type AgentKind } from '../../../main/contract/agents/kinds.ts'
import type { AppStatus, KindStatus } from '../../../main/contract/api/views.ts'
import { act } from '../../state/act.ts'
import { mirror, openAgents, useMirror, useMirrorList } from '../../state/store.ts'

/** How the program of a kind stands; undefined while nothing is known, or where it cannot be started. */
export const kindOf = (status: AppStatus | null | undefined, kind: AgentKind): KindStatus | undefined =>
  status?.kinds.find((one) => one.kind === kind)

/** The same, followed. */
export const useKind = (kind: AgentKind): KindStatus | undefined =>
  useMirror((now) => kindOf(now.status, kind))

const none: readonly KindStatus[] = []

/** All kinds that can be chosen. */
export const useKinds = (): readonly KindStatus[] => useMirror((now) => now.status?.kinds ?? none)

/** Whether the user has chosen this program: it goes before any other. */
export const useIsChosen = ({ kind, isChosen }: KindStatus): boolean =>
  useMirror((now) => kind !== 'other' && (now.status?.settings[kind] ?? '') !== '') || isChosen === true

/** The usual kind, where nothing says another. */
export const useUsualKind = (): KindStatus | undefined => useKind(usualKind)

/** Whether tabs of different kinds are open, or of another than the usual one: only then each has its mark. */
export const useMarked = (): boolean =>
  useMirror((now) => openAgents(now).some((agent) => agent.kind !== usualKind))

/** The kinds of open tabs, each once; the usual one where there is none yet. */
export function useKindsInUse(): readonly AgentKind[] {
  const used = useMirrorList((now) => [...new Set(openAgents(now).map((agent) => agent.kind))])
  return used.length === 0 ? [usualKind] : used
}

/** Looks at the programs that were not looked at yet; the status tells what was found. */
export function lookAtKinds(): void {
  if (mirror.getState().status?.kinds.some((one) => one.checkedAt === null)) void act('app.look', {})
}
