/**
 * Modifiers and one key, `Mod+Shift+F`. `Mod` is ⌘ on a Mac and Ctrl elsewhere; `Own` is what browsers leave
 * to pages: Ctrl+Alt on a Mac (where Alt types characters), Alt elsewhere.
 */
export type Chord = string

export type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

type Modifier = 'ctrl' | 'meta' | 'alt' | 'shift'

export function chordParts(chord: Chord, isMac: boolean): { mods: ReadonlySet<Modifier>; key: string } {
  const parts = chord.split('+')
  const key = parts.pop() ?? ''
  const named: Readonly<Record<string, readonly Modifier[]>> = {
    Mod: [isMac ? 'meta' : 'ctrl'],
    Own: isMac ? ['ctrl', 'alt'] : ['alt'],
    Ctrl: ['ctrl'],
    Alt: ['alt'],
    Shift: ['shift'],
  }
  return { mods: new Set(parts.flatMap((part) => named[part] ?? [])), key }
}

/** Normalizes a chord to the physical keys, so that equal chords compare equal. */
export function normal(chord: Chord, isMac: boolean): string {
  const { mods, key } = chordParts(chord, isMac)
  return [...[...mods].sort(), key.toLowerCase()].join('+')
}

/** Whether exactly this chord was pressed, on any keyboard layout. */
export function isPressed(chord: Chord, press: Press, isMac: boolean): boolean {
  const { mods, key } = chordParts(chord, isMac)
  const held = { ctrl: press.ctrlKey, meta: press.metaKey, alt: press.altKey, shift: press.shiftKey }
  // The position of a sign, and whether it needs Shift, depend on the layout.
  const looked = (['ctrl', 'meta', 'alt', 'shift'] as const).filter((mod) => mod !== 'shift' || !isSign(key))
  return looked.every((mod) => held[mod] === mods.has(mod)) && isKey(key, press)
}

const isSign = (key: string) => key.length === 1 && !/[a-z0-9]/i.test(key)

const signCodes: Readonly<Record<string, string>> = {
  ',': 'Comma',
  '/': 'Slash',
  '.': 'Period',
  '\\': 'Backslash',
}

/**
 * A letter matches by its character; if the layout has none (or Alt types another), by position. Digits match
 * by position: some layouts have them on Shift.
 */
function isKey(key: string, press: Press): boolean {
  if (/^[0-9]$/.test(key)) return press.code === `Digit${key}`
  if (key.length > 1) return press.key === key
  if (press.key.toLowerCase() === key.toLowerCase()) return true
  if (/^[\x21-\x7e]$/.test(press.key)) return false
  return press.code === (isSign(key) ? signCodes[key] : `Key${key.toUpperCase()}`)
}

const names: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Enter: '↵',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
}

/** The labels of the keys, in the order they are pressed. */
export function keyCaps(chord: Chord, isMac: boolean): readonly string[] {
  const { mods, key } = chordParts(chord, isMac)
  const caps: Readonly<Record<Modifier, string>> = isMac
    ? { ctrl: '⌃', alt: '⌥', shift: '⇧', meta: '⌘' }
    : { ctrl: 'Ctrl', alt: 'Alt', shift: 'Shift', meta: 'Meta' }
  const held = (['ctrl', 'alt', 'shift', 'meta'] as const).filter((mod) => mods.has(mod))
  return [...held.map((mod) => caps[mod]), names[key] ?? key]
}

/** Formats a chord for `aria-keyshortcuts`. */
export function ariaKeys(chord: Chord, isMac: boolean): string {
  const { mods, key } = chordParts(chord, isMac)
  const words = { ctrl: 'Control', alt: 'Alt', shift: 'Shift', meta: 'Meta' }
  return [...[...mods].map((mod) => words[mod]), key === ' ' ? 'Space' : key].join('+')
}
