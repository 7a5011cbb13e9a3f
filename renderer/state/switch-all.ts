import { act } from './act.ts'
import { toast } from './view-store.ts'

const words = {
  quiet: { true: 'All timers are paused', false: 'All timers are resumed' },
  links: { true: 'Links are on again', false: 'All links are off' },
} as const

/** Pauses the timers of all agents, or switches all links; says so, and offers the way back. */
export async function switchAll(what: keyof typeof words, isOn: boolean): Promise<void> {
  if (!(await act('settings.change', { [what]: isOn }))) return
  toast(words[what][isOn ? 'true' : 'false'], {
    action: { label: 'Undo', run: () => void switchAll(what, !isOn) },
  })
}
