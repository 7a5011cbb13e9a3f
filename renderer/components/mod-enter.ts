import type { KeyboardEvent } from 'react'
import { isPressed } from '../keys/chord.ts'
import { isMac } from '../keys/keys-here.ts'

/** Sends a form from wherever in it one writes, also where Enter alone begins a line. */
export function submitOnModEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.nativeEvent.isComposing || !isPressed('Mod+Enter', event.nativeEvent, isMac)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
