import type { Delta } from '../../contract/api/feed.ts'
import type { Fact } from '../../ports/ports.ts'

/** A fact without the names that its run puts on it. */
export type Told = Fact extends infer F ? (F extends Fact ? Omit<F, 'agent' | 'run'> : never) : never
/** A delta without its agent. */
export type ToldDelta = Omit<Delta, 'agent'>
/** What one message of an agent's program comes to, in order. */
export type Heard = { readonly fact: Told } | { readonly delta: ToldDelta }

/** These facts, in order. */
export const facts = (told: readonly Told[]): Heard[] => told.map((fact) => ({ fact }))
