import type { KeyboardEvent } from 'react'
import { mirror } from '../state/store.ts'
import { ariaKeys, isPressed, keyCaps, type Chord, type Press } from './chord.ts'
import { keyTable, type KeyName, type KeyRow } from './key-table.ts'
import { chordsOf, type KeysAround, type OwnKeys } from './own-keys.ts'

/** Whether this is a Mac, whose keys are others. */
export const isMac = /mac/i.test(globalThis.navigator.platform)

/** Whether a browser is around the window, and keeps some keys for itself. */
export const isBrowser = (): boolean => mirror.getState().status?.shell !== 'desktop'

/** What is around this window. */
export const keysAround = (): KeysAround => ({ isBrowser: isBrowser(), isMac })

/** The keys that the user has chosen. */
const ownKeys = (): OwnKeys => mirror.getState().status?.settings.keys ?? {}

/** The chords of an action in this window: the user's own, else those of the table. */
export const currentChords = (name: KeyName): readonly Chord[] =>
  chordsOf(name, keyTable[name], ownKeys(), keysAround())

/** Whether a press is one of an action's. */
export const isKey = (name: KeyName, press: Press): boolean =>
  currentChords(name).some((chord) => isPressed(chord, press, isMac))

/** What stands on the keys of an action, for a hint. */
export function currentCaps(name: KeyName): readonly string[] {
  const row: KeyRow = keyTable[name]
  const [first] = currentChords(name)
  if (first === undefined) return []
  const caps = keyCaps(first, isMac)
  return row.shown === undefined ? caps : [...caps.slice(0, -1), ...row.shown]
}

/** The keys of an action in words, for a title: `New agent, Ctrl T`. */
export const currentKeyWords = (name: KeyName): string => currentCaps(name).join(' ')

/** The keys of an action for `aria-keyshortcuts`. */
export const currentAriaKeys = (name: KeyName): string =>
  currentChords(name)
    .map((chord) => ariaKeys(chord, isMac))
    .join(' ')

/** What a button of an action says of itself: its name, and its keys. */
export const namedWithKeys = (label: string, name: KeyName) => ({
  'aria-label': label,
  'aria-keyshortcuts': currentAriaKeys(name),
  'data-help': `${label}, ${currentKeyWords(name)}`,
})

/** Sends a form from wherever in it one writes, also where Enter alone begins a line. */
export function submitOnModEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (!isPressed('Mod+Enter', event.nativeEvent, isMac)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
