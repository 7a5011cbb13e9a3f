import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { guards } from './guards.ts'
import { cap, scenes, type Tally } from './scenes.ts'

const run = promisify(execFile)

/** Which guards are taken away, and as what the table knows that. */
export interface Line {
  readonly name: string
  readonly without: readonly string[]
}

const names = guards.map(({ name }) => name)
const bounds = ['budget', 'depth', 'rate', 'same words']

/** All guards; without each; each of those that bound, alone; none. */
export const lines: readonly Line[] = [
  { name: 'all guards', without: [] },
  ...names.map((name) => ({ name: `without: ${name}`, without: [name] })),
  ...bounds.map((name) => ({
    name: `of the first four only: ${name}`,
    without: bounds.filter((other) => other !== name),
  })),
  { name: 'without the first four', without: bounds },
  { name: 'no guard at all', without: names },
]

/** Tallies of a line, in the order of the scenes; in a process of its own. */
export async function tally({ without }: Line): Promise<readonly Tally[]> {
  const script = join(import.meta.dirname, 'tally.ts')
  const { stdout } = await run(process.execPath, ['--no-warnings', script, ...without])
  return JSON.parse(stdout) as readonly Tally[]
}

/** Crossings and turns of every scene with and without each guard, as a table in Markdown. */
export async function guardTable(): Promise<string> {
  const rows = [['', ...scenes.map(({ name }) => name)]]
  for (const line of lines) rows.push(cellsOf(line.name, await tally(line)))
  const widths = scenes.map((_scene, i) => widest(rows, i + 1))
  const all = [widest(rows, 0), ...widths]
  const lined = rows.map((cells) => row(cells.map((text, i) => text.padEnd(all[i] ?? 0))))
  lined.splice(1, 0, row(all.map((width) => '-'.repeat(width))))
  return lined.join('\n')
}

/** One line of the table. */
export function cellsOf(name: string, tallies: readonly Tally[]): string[] {
  return [name, ...tallies.map(cell)]
}

/** Cells as a line in Markdown. */
export function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function widest(rows: readonly (readonly string[])[], column: number): number {
  return Math.max(...rows.map((cells) => cells[column]?.length ?? 0))
}

function cell({ crossings, turns, rests }: Tally): string {
  if (rests) return `${String(crossings)} / ${String(turns)}`
  return turns < cap ? `${String(crossings)} / ${String(turns)}, no rest` : '**no rest**'
}
