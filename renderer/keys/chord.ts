/**
 * Keys pressed together: modifiers and one key, `Mod+Shift+F`. `Mod` is ⌘ on a Mac and Ctrl elsewhere; `Own` is
 * what a browser leaves to its pages: Ctrl+Alt on a Mac (where Alt writes characters), Alt elsewhere.
 */
export type Chord = string

/** What of a keyboard event tells the chord. */
export type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

type Modifier = 'ctrl' | 'meta' | 'alt' | 'shift'

/** The modifiers and the key of a chord. */
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

/** A chord by what is really pressed, so that two ways of writing one are the same. */
export function normal(chord: Chord, isMac: boolean): string {
  const { mods, key } = chordParts(chord, isMac)
  return [...[...mods].sort(), key.toLowerCase()].join('+')
}

/** Whether just this chord was pressed, whatever the layout of the keyboard. */
export function isPressed(chord: Chord, press: Press, isMac: boolean): boolean {
  const { mods, key } = chordParts(chord, isMac)
  const held = { ctrl: press.ctrlKey, meta: press.metaKey, alt: press.altKey, shift: press.shiftKey }
  // Where a sign stands on the keyboard, and whether it takes Shift, is the layout's own.
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
 * A letter is the one that is written on the key; where the layout has none (or Alt writes another character) it
 * is the key in that place. Digits go by place: some layouts have them on Shift.
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

/** What stands on the keys of a chord, in the order in which they are pressed. */
export function keyCaps(chord: Chord, isMac: boolean): readonly string[] {
  const { mods, key } = chordParts(chord, isMac)
  const caps: Readonly<Record<Modifier, string>> = isMac
    ? { ctrl: '⌃', alt: '⌥', shift: '⇧', meta: '⌘' }
    : { ctrl: 'Ctrl', alt: 'Alt', shift: 'Shift', meta: 'Meta' }
  const held = (['ctrl', 'alt', 'shift', 'meta'] as const).filter((mod) => mods.has(mod))
  return [...held.map((mod) => caps[mod]), names[key] ?? key]
}

/** The same as the attribute `aria-keyshortcuts` wants it. */
export function ariaKeys(chord: Chord, isMac: boolean): string {
  const { mods, key } = chordParts(chord, isMac)
  const words = { ctrl: 'Control', alt: 'Alt', shift: 'Shift', meta: 'Meta' }
  return [...[...mods].map((mod) => words[mod]), key === ' ' ? 'Space' : key].join('+')
}
