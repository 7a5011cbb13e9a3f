import { normal, chordParts, type Chord, type Press } from './chord.ts'
import { keysOf, type KeyName, type KeyRow } from './key-table.ts'

/** The keys that a user has chosen, by action; an action that is not among them has those of the table. */
export type OwnKeys = Readonly<Record<string, readonly Chord[]>>

/** What is around the window, as far as keys go. */
export interface KeysAround {
  readonly isBrowser: boolean
  readonly isMac: boolean
}

/** What the browsers never hand to a page. */
const keptByBrowsers: readonly Chord[] = [
  'Mod+T',
  'Mod+N',
  'Mod+W',
  'Mod+Shift+T',
  'Mod+Shift+N',
  'Mod+Shift+W',
  'Mod+Q',
  'Alt+F4',
  'Ctrl+Tab',
  'Ctrl+Shift+Tab',
  'Ctrl+PageUp',
  'Ctrl+PageDown',
  'Ctrl+Shift+PageUp',
  'Ctrl+Shift+PageDown',
]

/** Whether browsers keep these keys for themselves. */
export const isBrowsers = (chord: Chord, isMac: boolean): boolean =>
  keptByBrowsers.some((kept) => normal(kept, isMac) === normal(chord, isMac))

/** Actions whose keys are those of a field, or of the system's own menu, and stay as they are. */
const fixed: readonly KeyName[] = ['send', 'newLine', 'keepNote', 'interrupt', 'replayClose', 'backToHarvest']

/** Whether a user may give an action other keys. A row that stands for several keys is none of those. */
export const isChangeable = (name: KeyName, row: KeyRow): boolean =>
  row.at !== 'menu' && row.shown === undefined && !fixed.includes(name)

/** The keys of an action: the user's own, but for those that a browser keeps; the table's where none is left of them. */
export function chordsOf(name: KeyName, row: KeyRow, own: OwnKeys, around: KeysAround): readonly Chord[] {
  const usual = keysOf(row, around.isBrowser, around.isMac)
  const chosen = Object.hasOwn(own, name) && isChangeable(name, row) ? own[name] : undefined
  if (chosen === undefined) return usual
  const heard = around.isBrowser ? chosen.filter((chord) => !isBrowsers(chord, around.isMac)) : chosen
  return chosen.length > 0 && heard.length === 0 ? usual : heard
}

const holds = ['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'NumLock', 'OS', 'Fn']

/**
 * The chord that was pressed, as the table writes one; null: only something that is held, or a key without a name. A
 * letter is the one that is written on the key, where the layout has Latin ones.
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
    // Whether a sign takes Shift is the layout's own.
    ...(press.shiftKey && !isSign ? ['Shift'] : []),
  ]
  const chord = [...mods, key].join('+')
  return mods.includes('Meta') || chordParts(chord, isMac).key !== key ? null : chord
}

function keyIn({ key, code, shiftKey }: Press): string | null {
  if (holds.includes(key) || key === 'Dead' || key === 'Unidentified' || key === 'Process') return null
  // Some layouts have digits on Shift; on the others Shift makes a sign of them.
  const digit = /^Digit([0-9])$/.exec(code)?.[1]
  if (digit !== undefined && (!shiftKey || key === digit)) return digit
  if (key.length > 1) return key
  if (/^[\x20-\x7e]$/.test(key)) return key.toUpperCase()
  return /^Key([A-Z])$/.exec(code)?.[1] ?? null
}

/** The user's keys with others for one action, and with what is left to those that gave some up; null: the usual ones. */
export function withKeys(
  own: OwnKeys,
  name: KeyName,
  keys: readonly Chord[] | null,
  given: readonly { readonly by: KeyName; readonly left: readonly Chord[] }[] = [],
): OwnKeys {
  const { [name]: _, ...others } = { ...own, ...Object.fromEntries(given.map(({ by, left }) => [by, left])) }
  return keys === null ? others : { ...others, [name]: keys }
}
