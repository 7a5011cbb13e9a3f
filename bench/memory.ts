import { readFile } from 'node:fs/promises'
import type { Place } from '../e2e/place.ts'
import { percentile, table } from './figures.ts'

/** The memory of an app by its parts, in MB of PSS (shared memory divided among its users). */
export interface Memory {
  readonly all: number
  /** Janus with its window: Electron or a browser and their helpers. */
  readonly app: number
  readonly clis: number
  readonly tools: number
}

const parts = ['all', 'app', 'clis', 'tools'] as const

export class Remembered {
  readonly #seen: { readonly name: string; readonly agents: number; readonly memory: Memory | null }[] = []

  note(name: string, agents: number, memory: Memory | null): void {
    this.#seen.push({ name, agents, memory })
  }

  /** The median by number of agents and app. */
  figures(): readonly { readonly agents: number; readonly name: string; readonly memory: Memory | null }[] {
    const keys = [...new Set(this.#seen.map(({ name, agents }) => JSON.stringify({ agents, name })))]
    return keys
      .map((key) => JSON.parse(key) as { agents: number; name: string })
      .sort((a, b) => a.agents - b.agents)
      .map((of) => ({ ...of, memory: middle(this.#of(of)) }))
  }

  table(): string {
    const lines = this.figures().map(({ agents, name, memory }) => [
      `${agents} agents: ${name}`,
      ...parts.map((part) => (memory === null ? 'not to be read' : memory[part])),
    ])
    return table(['memory', 'all', 'app and window', 'CLIs', 'tool servers'], lines)
  }

  #of(wanted: { readonly agents: number; readonly name: string }): (Memory | null)[] {
    return this.#seen
      .filter(({ name, agents }) => name === wanted.name && agents === wanted.agents)
      .map(({ memory }) => memory)
  }
}

function middle(all: readonly (Memory | null)[]): Memory | null {
  const read = all.flatMap((memory) => memory ?? [])
  if (read.length < all.length) return null
  const of = (part: keyof Memory) =>
    Math.round(
      percentile(
        read.map((memory) => memory[part]),
        0.5,
      ),
    )
  return { all: of('all'), app: of('app'), clis: of('clis'), tools: of('tools') }
}

/** The memory of a place's processes; null when not all of it may be read (only root can read a sandbox). */
export async function memoryOf(place: Place): Promise<Memory | null> {
  const sums = { app: 0, clis: 0, tools: 0 }
  for (const { pid, command } of await place.processes()) {
    const size = await pssOf(pid)
    if (size === null) return null
    sums[kindOf(command)] += size
  }
  return { all: sums.app + sums.clis + sums.tools, ...sums }
}

function kindOf(command: string): 'app' | 'clis' | 'tools' {
  if (command.includes('mcp-servers')) return 'tools'
  return /claude(\.exe)? /.test(command) ? 'clis' : 'app'
}

/** A process's PSS in MB; null when it may not be read. */
export async function pssOf(pid: number): Promise<number | null> {
  try {
    const [, kB = '0'] = /^Pss:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
    return Number(kB) / 1024
  } catch (error) {
    // A process that has just ended has none.
    return ['ENOENT', 'ESRCH'].includes(String((error as NodeJS.ErrnoException).code)) ? 0 : null
  }
}
