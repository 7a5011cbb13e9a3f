import type { Random } from '../random.ts'
import { user } from '../stories/scene.ts'
import type { SimBase } from './sim-base.ts'

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
