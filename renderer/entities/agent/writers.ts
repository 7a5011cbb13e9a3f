import type { AgentView } from '../../../main/contract/api/views.ts'
import { folderKey } from '../folder/folder-key.ts'

/** Open tabs that may change files in a folder, but for one; by their place in the list. */
export function writersIn(
  agents: readonly AgentView[],
  folder: string,
  but: AgentView['id'] | null = null,
): readonly AgentView[] {
  return agents
    .filter(({ id, closed, permissionMode, cwd }) => {
      const mayWrite = !closed && permissionMode !== 'plan'
      return mayWrite && id !== but && folderKey(cwd) === folderKey(folder)
    })
    .toSorted((a, b) => a.order - b.order)
}

/** `Scout`, `Scout and Builder`, `Scout, Builder and 2 others`. */
export function namesOfWriters(writers: readonly Pick<AgentView, 'name'>[]): string {
  const [first = '', second, ...more] = writers.map(({ name }) => name)
  if (second === undefined) return first
  if (more.length === 0) return `${first} and ${second}`
  return `${first}, ${second} and ${more.length === 1 ? '1 other' : `${more.length} others`}`
}
