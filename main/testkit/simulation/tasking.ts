import { taskActions } from '../../contract/tasks/tasks.ts'
import type { Random } from '../random.ts'
import type { SimBase } from './sim-base.ts'

/** Sometimes a task is added, perhaps with dependencies, or any action is tried on any task. */
export function useTasks(world: SimBase, random: Random): void {
  const { agents, tasks } = world.engine.state
  const ids = [...tasks.keys()]
  const doer = world.doer(random.chance(0.8) ? (random.pick([...agents.keys()]) ?? null) : null)
  const some = () => random.pick(ids) ?? 'tsk-none'
  if (random.chance(0.2)) {
    const waitsFor = random.chance(0.3) ? [some()] : []
    const words = { title: 'A task.', detail: '', source: null, idempotencyKey: null }
    const assignee = random.chance(0.2) ? (random.pick([...agents.keys(), 'user'] as const) ?? null) : null
    world.command({ type: 'task.added', ...doer, ...words, waitsFor, assignee })
  } else if (random.chance(0.5)) {
    const change = random.chance(0.1)
      ? { waitsFor: [some()] }
      : { action: random.pick(['claim', 'claim', 'claim', ...taskActions] as const) ?? 'claim' }
    world.command({ type: 'task.changed', ...doer, task: some(), ...change })
  }
}
