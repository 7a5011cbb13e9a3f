import { normal, chordParts, type Chord } from './chord.ts'
import { keyRows, keyTable, type KeyName, type KeyRow } from './key-table.ts'
import { chordsOf, isBrowsers, isChangeable, type KeysAround, type OwnKeys } from './own-keys.ts'

/** What is wrong with a chord for an action. */
export type KeyTrouble =
  /** It is impossible or harmful. */
  | { readonly how: 'refused'; readonly words: string }
  /** Another action uses it and could give it up. */
  | { readonly how: 'taken'; readonly by: KeyName; readonly words: string }
  /** Allowed with a warning. */
  | { readonly how: 'warned'; readonly words: string }

/** Editing keys of every text field. */
const ofFields: readonly Chord[] = (
  'Mod+A Mod+C Mod+V Mod+Shift+V Mod+X Mod+Y Mod+Z Mod+Shift+Z Mod+ArrowLeft Mod+ArrowRight ' +
  'Mod+ArrowUp Mod+ArrowDown Mod+Backspace Mod+Delete Mod+Home Mod+End Mod+Shift+ArrowLeft Mod+Shift+ArrowRight Mod+Shift+Home Mod+Shift+End'
).split(' ')

/** Returns the problems of a chord for an action, the worst first. */
export function troublesOf(
  name: KeyName,
  chord: Chord,
  own: OwnKeys,
  around: KeysAround,
): readonly KeyTrouble[] {
  const words = refusal(chord, keyTable[name], around)
  const refused = words === null ? [] : [{ how: 'refused' as const, words }]
  return [...refused, ...takers(name, chord, own, around), ...warnings(chord, around)]
}

function refusal(chord: Chord, row: KeyRow, { isBrowser, isMac }: KeysAround): string | null {
  const { mods, key } = chordParts(chord, isMac)
  const isBare = !mods.has('ctrl') && !mods.has('alt') && !mods.has('meta')
  const isFunction = /^F([1-9]|1[0-9]|2[0-4])$/.test(key)
  const isOfRow = row.at === 'row' && key.length > 1 && key !== 'Enter' && key !== 'Tab' && key !== 'Escape'
  if (isBare && !isFunction && !isOfRow)
    return `It is needed for typing: hold ${isMac ? '⌘' : 'Ctrl'} with it.`
  if (mods.has('alt') && mods.size === 1 && isMac && key.length === 1)
    return '⌥ writes characters: hold ⌘ or ⌃ with it.'
  if (ofFields.some((one) => normal(one, isMac) === normal(chord, isMac))) return 'Text fields use it.'
  if (isBrowser && isBrowsers(chord, isMac)) return 'The browser uses it.'
  if (!isBrowser && !isMac && mods.has('alt') && !mods.has('ctrl'))
    return 'Alt opens the menu of the app when it is let go.'
  return null
}

function takers(name: KeyName, chord: Chord, own: OwnKeys, around: KeysAround): readonly KeyTrouble[] {
  const wanted = normal(chord, around.isMac)
  return keyRows.flatMap(([other, row]): KeyTrouble[] => {
    if (other === name || !meet(keyTable[name], row)) return []
    const has = chordsOf(other, row, own, around).some((one) => normal(one, around.isMac) === wanted)
    if (!has) return []
    return isChangeable(other, row)
      ? [{ how: 'taken', by: other, words: `Used by “${row.words}”.` }]
      : [{ how: 'refused', words: `Used by “${row.words}”, which has no other.` }]
  })
}

function warnings(chord: Chord, { isBrowser, isMac }: KeysAround): readonly KeyTrouble[] {
  const { mods, key } = chordParts(chord, isMac)
  const isBoth = mods.has('ctrl') && mods.has('alt')
  const readers = isMac
    ? isBoth && 'Screen reader: with VoiceOver on, ⌃ and ⌥ belong to it.'
    : isBoth && /^Arrow/.test(key) && 'Screen readers move through tables with it.'
  const writes =
    !isMac && isBoth && key.length === 1 && 'On some keyboards Ctrl and Alt are AltGr, which writes.'
  const elsewhere =
    !isBrowser && isBrowsers(chord, isMac) && 'A browser uses it; there the default keys apply.'
  return [readers, writes, elsewhere].flatMap((words) =>
    words === false ? [] : [{ how: 'warned' as const, words }],
  )
}

/** Whether both actions can apply in the same view. */
function meet(one: KeyRow, other: KeyRow): boolean {
  const views = viewsOf(other)
  return viewsOf(one).some((view) => views.includes(view))
}

type View = 'agent' | 'gathering' | 'replay' | 'divider' | 'palette'

/** The views in which a row's keys apply. An element that has the focus to itself is a view. */
function viewsOf({ group, at = 'window' }: KeyRow): readonly View[] {
  if (at === 'divider' || at === 'palette') return [at]
  const isAgents = group === 'The agent in view' || at === 'composer'
  return [
    ...(at === 'circle' || at === 'replay' ? [] : (['agent'] as const)),
    ...(isAgents || at === 'replay' ? [] : (['gathering'] as const)),
    ...(isAgents || at === 'circle' ? [] : (['replay'] as const)),
    ...(at === 'window' ? (['divider'] as const) : []),
  ]
}
