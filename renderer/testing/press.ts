import type { Press } from '../keys/chord.ts'

/** A pressed key; `held` names the modifiers by their first letters: `cs` is Ctrl and Shift. */
export function press(key: string, code: string, held = ''): Press {
  const [ctrlKey, metaKey] = [held.includes('c'), held.includes('m')]
  return { key, code, ctrlKey, metaKey, altKey: held.includes('a'), shiftKey: held.includes('s') }
}
