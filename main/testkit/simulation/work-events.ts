import { taskActions } from '../../contract/tasks/tasks.ts'
import type { Random } from '../random.ts'
import type { SimBase } from './sim-base.ts'
import { user } from '../stories/scene.ts'

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

/** The user comments on lines, edits comments, sends them, perhaps twice, or withdraws such a message. */
export function useComments(world: SimBase, random: Random): void {
  const state = random.pick(world.agents())
  if (!state) return
  const { id: agent, review } = state.agent
  const one = random.pick(review?.pending ?? [])
  const taken = state.mailbox.find(({ comments, state: now }) => comments && now === 'queued')
  if (taken && random.chance(0.3)) world.command({ type: 'message.withdrawn', message: taken.id })
  else if (random.chance(0.35)) {
    const place = { path: 'a.js', side: 'new', line: random.int(1, 99), lines: [' a'] } as const
    const words = { place: { ...place, before: null, after: null }, text: 'Why?' }
    world.command({ type: 'comment.added', agent, ...words })
  } else if (one && random.chance(0.2))
    world.command({ type: 'comment.changed', agent, comment: one.id, text: 'Why not?' })
  else if (random.chance(0.4)) {
    const idempotencyKey = random.chance(0.5) ? random.hex() : null
    const by = { agent, from: user, fromName: 'mo', words: world.word() }
    const earlier = () => (idempotencyKey === null ? null : world.store.messageByKey(user, idempotencyKey))
    const send = () =>
      world.command(() => ({ type: 'comments.sent', ...by, idempotencyKey, earlier: earlier() }))
    send()
    if (random.chance(0.5)) send()
  }
}

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
