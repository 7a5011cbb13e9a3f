import type { KeyboardEvent } from 'react'
import { mirror } from '../state/store.ts'
import { ariaKeys, isPressed, keyCaps, type Chord, type Press } from './chord.ts'
import { keyTable, type KeyName, type KeyRow } from './key-table.ts'
import { chordsOf, type KeysAround, type OwnKeys } from './own-keys.ts'

export const isMac = /mac/i.test(globalThis.navigator.platform)

/** Browsers keep some keys for themselves. */
export const isBrowser = (): boolean => mirror.getState().status?.shell !== 'desktop'

export const keysAround = (): KeysAround => ({ isBrowser: isBrowser(), isMac })

const ownKeys = (): OwnKeys => mirror.getState().status?.settings.keys ?? {}

/** The user's chords, else the default ones. */
export const currentChords = (name: KeyName): readonly Chord[] =>
  chordsOf(name, keyTable[name], ownKeys(), keysAround())

export const isKey = (name: KeyName, press: Press): boolean =>
  currentChords(name).some((chord) => isPressed(chord, press, isMac))

export function currentCaps(name: KeyName): readonly string[] {
  const row: KeyRow = keyTable[name]
  const [first] = currentChords(name)
  if (first === undefined) return []
  const caps = keyCaps(first, isMac)
  return row.shown === undefined ? caps : [...caps.slice(0, -1), ...row.shown]
}

/** `Ctrl T`. */
export const currentKeyWords = (name: KeyName): string => currentCaps(name).join(' ')

export const currentAriaKeys = (name: KeyName): string =>
  currentChords(name)
    .map((chord) => ariaKeys(chord, isMac))
    .join(' ')

/** Props of a button that has a shortcut. */
export const namedWithKeys = (label: string, name: KeyName) => ({
  'aria-label': label,
  'aria-keyshortcuts': currentAriaKeys(name),
  'data-help': `${label}, ${currentKeyWords(name)}`,
})

/** Submits a form from any of its fields, also where Enter begins a line. */
export function submitOnModEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (!isPressed('Mod+Enter', event.nativeEvent, isMac)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
