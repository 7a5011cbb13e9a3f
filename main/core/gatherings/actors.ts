import type { Actor } from '../../contract/ties.ts'

/** What a gathering does by itself. */
export const janus: Actor = { by: { kind: 'system' }, name: 'Janus' }

/** What the person does with their own hand. */
export function personNamed(name: string): Actor {
  return { by: { kind: 'human', via: 'window' }, name }
}
