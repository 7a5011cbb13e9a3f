import { parseArgs } from 'node:util'

/** Parses numeric flags: `--rounds 5` for `{ rounds: 12 }`, with defaults. */
export function numbersAsked<K extends string>(usual: Readonly<Record<K, number>>): Record<K, number> {
  const names = Object.keys(usual) as K[]
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]))
  const { values } = parseArgs({ options })
  return Object.fromEntries(names.map((name) => [name, Number(values[name] ?? usual[name])])) as Record<
    K,
    number
  >
}
