import { describe, expect, test } from 'vitest'
import { partsOf } from './chord.ts'
import { keyRows, keysOf } from './key-table.ts'

/** A chord by what is really pressed, so that two ways of writing one are found. */
function pressed(chord: string, isMac: boolean) {
  const { mods, key } = partsOf(chord, isMac)
  return [...[...mods].sort(), key.toLowerCase()].join('+')
}

/** What the browsers never hand to a page. */
const keptByBrowsers = ['Mod+T', 'Mod+N', 'Mod+W', 'Mod+Shift+T', 'Mod+Shift+N', 'Mod+Shift+W']

describe.each([
  ['Mac', true],
  ['elsewhere', false],
])('%s', (_, isMac) => {
  test.each([
    ['desktop', false],
    ['browser', true],
  ])('in the %s no two actions share a key', (_, isBrowser) => {
    const all = keyRows.flatMap(([name, row]) =>
      keysOf(row, isBrowser).map((chord) => [pressed(chord, isMac), name] as const),
    )
    const seen = new Map<string, string>()
    for (const [chord, name] of all) {
      expect(`${chord}: ${seen.get(chord) ?? name}`).toBe(`${chord}: ${name}`)
      seen.set(chord, name)
    }
  })

  test('in a browser nothing asks for what the browser keeps, nor for a key that writes', () => {
    const kept = keptByBrowsers.map((chord) => pressed(chord, isMac))
    for (const [, row] of keyRows) {
      for (const chord of keysOf(row, true)) expect(kept).not.toContain(pressed(chord, isMac))
    }
  })
})

test('a key that a person types has to say so', () => {
  for (const [, row] of keyRows) {
    const typed = row.keys.some((chord) => chord.length === 1)
    if (typed && (row.at ?? 'window') === 'window') expect(row.isTyped).toBe(true)
  }
})
