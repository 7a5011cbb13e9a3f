import { isCovered, isField } from '../../components/focus.ts'
import { isPressed } from '../../keys/chord.ts'
import { deskNow } from '../../state/desk.ts'
import { keyRows } from '../../keys/key-table.ts'
import { chordsHere, isMac } from '../../keys/keys-here.ts'
import { readByKey } from '../../keys/read-by-key.ts'
import { windowActions, type ActionName } from './window-actions.ts'

/** Begins to hear the keys of the whole window; the answer ends it. */
export function followKeys(): () => void {
  document.addEventListener('keydown', press)
  return () => document.removeEventListener('keydown', press)
}

function press(event: KeyboardEvent) {
  if (event.isComposing || event.defaultPrevented || isCovered()) return
  if (readByKey(event)) return event.preventDefault()
  const name = actionOf(event)
  if (name === null) return
  // Held down, a key of the list goes on stepping; everything else is meant once.
  if (event.repeat && !['nextTab', 'previousTab', 'moveUp', 'moveDown'].includes(name)) return
  const run = windowActions[name](deskNow(), event)
  if (!run) return
  event.preventDefault()
  run()
}

function actionOf(event: KeyboardEvent): ActionName | null {
  const types = isField(event.target)
  const found = keyRows.find(
    ([name, row]) =>
      (row.at ?? 'window') === 'window' &&
      chordsHere(name).some(
        (chord) => !(types && row.isTyped && chord.length === 1) && isPressed(chord, event, isMac),
      ),
  )
  // Rows that a part of the window hears itself are not among them.
  return (found?.[0] ?? null) as ActionName | null
}
