import type { Doer } from '../../contract/ties.ts'

/** What a gathering does by itself. */
export const janus: Doer = { by: { kind: 'system' }, name: 'Janus' }

/** What the person does with their own hand. */
export function personNamed(name: string): Doer {
  return { by: { kind: 'human', via: 'window' }, name }
}
