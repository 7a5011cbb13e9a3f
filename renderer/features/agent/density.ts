import type { Settings } from '../../../main/contract/settings.ts'
import { act } from '../../state/act.ts'
import { mirror, useMirror } from '../../state/store.ts'

/** How much of an agent's work its transcript shows. */
export type Density = Settings['density']

/** All of them, from little to much. */
export const densities = ['summary', 'normal', 'verbose'] as const satisfies readonly Density[]

/** How much is shown now; the same in every tab. */
export const useDensity = (): Density => useMirror((now) => now.status?.settings.density ?? 'normal')

/** Shows less or more, from now on. */
export const setDensity = (density: Density): Promise<boolean> => act('settings.change', { density })

/** Goes to the next density; from the last to the first. */
export function cycleDensity(): void {
  const now = mirror.getState().status?.settings.density ?? 'normal'
  const next = densities[(densities.indexOf(now) + 1) % densities.length] ?? 'normal'
  void setDensity(next)
}
