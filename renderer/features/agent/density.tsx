import type { Settings } from '../../../main/contract/app/settings.ts'
import { helpOf } from '../../components/help.ts'
import { Segments } from '../../components/segments.tsx'
import { act } from '../../state/act.ts'
import { mirror, useMirror } from '../../state/store.ts'

export type Density = Settings['density']

const densities = ['summary', 'normal', 'verbose'] as const satisfies readonly Density[]

/** Detail level, shared by all tabs. */
export const useDensity = (): Density => useMirror((now) => now.status?.settings.density ?? 'normal')

export function cycleDensity(): void {
  const now = mirror.getState().status?.settings.density ?? 'normal'
  const next = densities[(densities.indexOf(now) + 1) % densities.length] ?? 'normal'
  void act('settings.change', { density: next })
}

const words: Readonly<Record<Density, { readonly name: string; readonly about: string }>> = {
  summary: { name: 'Summary', about: 'What was said; all work in one line' },
  normal: { name: 'Normal', about: 'What was said and changed; tools in one line' },
  verbose: { name: 'Verbose', about: 'Everything: thoughts, tools, results' },
}

export function DensityChoice() {
  const now = useDensity()
  return (
    <Segments
      aria-label="Detail level"
      segments={densities.map((value) => ({
        value,
        word: words[value].name,
        ...helpOf(`${words[value].about} (Ctrl+O)`),
      }))}
      isOn={(density) => density === now}
      onPress={(density) => void act('settings.change', { density })}
    />
  )
}
