import { Emitter } from './emitter.ts'

/** The system's colours. */
export class StandInTheme extends Emitter<{ updated: () => void }> {
  themeSource: 'system' | 'light' | 'dark' = 'system'
  shouldUseDarkColors = true
}
