import { normal, chordParts, type Chord, type Press } from './chord.ts'
import { keysOf, type KeyName, type KeyRow } from './key-table.ts'

/** Custom keybindings by action; other actions have the default ones. */
export type OwnKeys = Readonly<Record<string, readonly Chord[]>>

export interface KeysAround {
  readonly isBrowser: boolean
  readonly isMac: boolean
}

/** Chords that browsers never pass to a page. */
const keptByBrowsers: readonly Chord[] = (
  'Mod+T Mod+N Mod+W Mod+Shift+T Mod+Shift+N Mod+Shift+W Mod+Q ' +
  'Alt+F4 Ctrl+Tab Ctrl+Shift+Tab Ctrl+PageUp Ctrl+PageDown Ctrl+Shift+PageUp Ctrl+Shift+PageDown'
).split(' ')

export const isBrowsers = (chord: Chord, isMac: boolean): boolean =>
  keptByBrowsers.some((kept) => normal(kept, isMac) === normal(chord, isMac))

/** Keys that belong to a text field or the system's menu. */
const fixed: readonly KeyName[] = ['send', 'newLine', 'keepNote', 'interrupt', 'replayClose', 'backToHarvest']

/** A row that stands for several keys can't be changed. */
export const isChangeable = (name: KeyName, row: KeyRow): boolean =>
  row.at !== 'menu' && row.shown === undefined && !fixed.includes(name)

/** The user's chords without those that a browser keeps; the default ones if none is left. */
export function chordsOf(name: KeyName, row: KeyRow, own: OwnKeys, around: KeysAround): readonly Chord[] {
  const usual = keysOf(row, around.isBrowser, around.isMac)
  const chosen = Object.hasOwn(own, name) && isChangeable(name, row) ? own[name] : undefined
  if (chosen === undefined) return usual
  const heard = around.isBrowser ? chosen.filter((chord) => !isBrowsers(chord, around.isMac)) : chosen
  return chosen.length > 0 && heard.length === 0 ? usual : heard
}

const holds = ['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'NumLock', 'OS', 'Fn']

/**
 * Returns the pressed chord as the table writes it; null for a modifier alone, or a key without a name. A
 * letter is the character on the key if the layout is Latin.
 */
export function chordIn(press: Press, isMac: boolean): Chord | null {
  const key = keyIn(press)
  if (key === null) return null
  const isSign = key.length === 1 && !/[A-Z0-9]/.test(key)
  const mods = [
    ...((isMac ? press.metaKey : press.ctrlKey) ? ['Mod'] : []),
    ...(isMac && press.ctrlKey ? ['Ctrl'] : []),
    ...(!isMac && press.metaKey ? ['Meta'] : []),
    ...(press.altKey ? ['Alt'] : []),
    // Whether a sign needs Shift depends on the layout.
    ...(press.shiftKey && !isSign ? ['Shift'] : []),
  ]
  const chord = [...mods, key].join('+')
  return mods.includes('Meta') || chordParts(chord, isMac).key !== key ? null : chord
}

function keyIn({ key, code, shiftKey }: Press): string | null {
  if (holds.includes(key) || key === 'Dead' || key === 'Unidentified' || key === 'Process') return null
  // Some layouts have digits on Shift; on the others Shift makes a sign.
  const digit = /^Digit([0-9])$/.exec(code)?.[1]
  if (digit !== undefined && (!shiftKey || key === digit)) return digit
  if (key.length > 1) return key
  if (/^[\x20-\x7e]$/.test(key)) return key.toUpperCase()
  return /^Key([A-Z])$/.exec(code)?.[1] ?? null
}

/** Sets the keys of an action (null: the default ones) and what is left to the actions that gave some up. */
export function withKeys(
  own: OwnKeys,
  name: KeyName,
  keys: readonly Chord[] | null,
  given: readonly { readonly by: KeyName; readonly left: readonly Chord[] }[] = [],
): OwnKeys {
  const { [name]: _, ...others } = { ...own, ...Object.fromEntries(given.map(({ by, left }) => [by, left])) }
  return keys === null ? others : { ...others, [name]: keys }
}
