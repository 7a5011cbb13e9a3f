import { act } from './act.ts'
import { toast } from './view-store.ts'

const words = {
  quiet: { true: 'All timers are paused', false: 'All timers are resumed' },
  links: { true: 'Links are on again', false: 'All links are off' },
} as const

/** Switches the timers or links of all agents, with an undo in the toast. */
export async function switchAll(what: keyof typeof words, isOn: boolean): Promise<void> {
  if (!(await act('settings.change', { [what]: isOn }))) return
  toast(words[what][isOn ? 'true' : 'false'], {
    action: { label: 'Undo', run: () => void switchAll(what, !isOn) },
  })
}
