import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync(new URL('../renderer/styles/tokens.css', import.meta.url), 'utf8')
/** The first definition counts; later ones are in media queries. */
const tokens = new Map<string, string>()
for (const [, name = '', value = ''] of css.matchAll(/--([\w-]+):\s*([^;]+);/g))
  if (!tokens.has(name)) tokens.set(name, value.trim())

function colourOf(name: string, theme: 'light' | 'dark'): string {
  const value = tokens.get(name) ?? ''
  const [, other] = /^var\(--([\w-]+)\)/.exec(value) ?? []
  if (other !== undefined) return colourOf(other, theme)
  const [, light, dark] = /^light-dark\((#\w{6})\w*, (#\w{6})\w*\)/.exec(value) ?? []
  return (theme === 'light' ? light : dark) ?? value.slice(0, 7)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return red * 0.2126 + green * 0.7152 + blue * 0.0722
}

function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((one, other) => other - one)
  return (high + 0.05) / (low + 0.05)
}

const stones = ['frame', 'floor', 'raised', 'sunken', 'hover']
const eight = [1, 2, 3, 4, 5, 6, 7, 8]
const code = ['sunken', 'raised', 'floor']
/** Each token, the surfaces it is used on, and the minimum contrast there. */
const pairs: readonly (readonly [string, readonly string[], number])[] = [
  ['ink', [...stones, 'needs-tint', 'add-tint', 'del-tint'], 4.5],
  ['ink-2', [...stones, 'needs-tint', 'add-tint', 'del-tint'], 4.5],
  ['ink-3', [...stones, 'add-tint', 'del-tint'], 4.5],
  ['on-ink', ['ink'], 4.5],
  ['line-2', ['frame', 'floor', 'raised', 'sunken'], 3],
  ...eight.map((hue) => [`who-${hue}`, [...stones, 'needs-tint'], 4.5] as const),
  ...eight.map((hue) => ['on-who', [`who-${hue}`], 4.5] as const),
  ['needs', [...stones, 'needs-tint'], 4.5],
  ['on-needs', ['needs-fill'], 4.5],
  ['work', stones, 4.5],
  ['fail', [...stones, 'fail-tint', 'del-tint'], 4.5],
  ['good', [...stones, 'add-tint'], 4.5],
  ['code-word', code, 4.5],
  ['code-string', code, 4.5],
  ['code-number', code, 4.5],
  ['code-name', code, 4.5],
]

test('every text and outline stands out from every surface it may stand on, by day and by night', () => {
  for (const theme of ['light', 'dark'] as const)
    for (const [token, surfaces, least] of pairs)
      for (const surface of surfaces) {
        const found = contrast(colourOf(token, theme), colourOf(surface, theme))
        expect(found, `${token} on ${surface}, ${theme}`).toBeGreaterThanOrEqual(least)
      }
})
