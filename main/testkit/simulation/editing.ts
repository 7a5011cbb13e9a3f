import type { Random } from '../random.ts'
import type { SimBase } from './sim-base.ts'

const files = ['/src/a.ts', '/src/b.ts', '/docs/c.md'] as const

/** An agent edits a file, with or without a report before it, commits it, or claims or releases some. */
export function useFiles(world: SimBase, random: Random): void {
  const agent = random.pick([...world.engine.state.agents.keys()])
  const path = random.pick(files)
  if (agent === undefined || path === undefined) return
  const paths = [path]
  const roll = random.int(0, 99)
  if (roll < 30) world.command({ type: 'edit.begun', agent, paths })
  else if (roll < 50) world.command({ type: 'files.edited', agent, paths })
  else if (roll < 58) world.command({ type: 'files.settled', agent, paths })
  else if (roll < 65) {
    const globs = [random.pick(['src/**', 'src/a.ts', 'docs/*']) ?? 'src/**']
    const minutes = random.chance(0.2) ? 0 : random.int(1, 60)
    world.command({ type: 'files.claimed', agent, folder: '/', globs, minutes })
  }
}
