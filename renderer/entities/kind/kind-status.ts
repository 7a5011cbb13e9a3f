import { usualKind, type AgentKind } from '../../../main/contract/agents/kinds.ts'
import type { AppStatus, KindStatus } from '../../../main/contract/api/views.ts'
import { act } from '../../state/act.ts'
import { mirror, openAgents, useMirror, useMirrorList } from '../../state/store.ts'

/** Undefined while nothing is known, or if the kind can't be started. */
export const kindOf = (status: AppStatus | null | undefined, kind: AgentKind): KindStatus | undefined =>
  status?.kinds.find((one) => one.kind === kind)

export const useKind = (kind: AgentKind): KindStatus | undefined =>
  useMirror((now) => kindOf(now.status, kind))

const none: readonly KindStatus[] = []

export const useKinds = (): readonly KindStatus[] => useMirror((now) => now.status?.kinds ?? none)

/** Whether the user has chosen the program, by a setting or an environment variable. */
export const useIsChosen = ({ kind, isChosen }: KindStatus): boolean =>
  useMirror((now) => kind !== 'other' && (now.status?.settings[kind] ?? '') !== '') || isChosen === true

export const useUsualKind = (): KindStatus | undefined => useKind(usualKind)

/** Whether a tab of a kind other than the default is open; only then kinds are shown. */
export const useMarked = (): boolean =>
  useMirror((now) => openAgents(now).some((agent) => agent.kind !== usualKind))

/** The kinds of open tabs; the default kind if there are none. */
export function useKindsInUse(): readonly AgentKind[] {
  const used = useMirrorList((now) => [...new Set(openAgents(now).map((agent) => agent.kind))])
  return used.length === 0 ? [usualKind] : used
}

/** Checks the programs that were not checked yet; the status reports the result. */
export function lookAtKinds(): void {
  if (mirror.getState().status?.kinds.some((one) => one.checkedAt === null)) void act('app.look', {})
}
