import type { Card } from '../../../main/contract/model.ts'
import { askedOf } from '../../entities/tool/asked-line.ts'
import type { WaitingThing } from './waiting-list.ts'

/** A thing that asks for a permission. */
export type Asking = WaitingThing & { readonly asks: NonNullable<WaitingThing['asks']> }

/** Whether a card asks for a permission that is shown whole in a line or two, so that it can be answered there. */
export const isShownWhole = (card: Card): boolean =>
  card.kind === 'permission' && card.hash !== null && askedOf(card).isWhole

/**
 * All permissions that wait, where there are several and they ask for just the same: one word answers them. Where one
 * differs, or cannot be shown whole: none.
 */
export function equalAsks(things: readonly WaitingThing[]): readonly Asking[] {
  const all = things.filter((one): one is Asking => one.asks?.card.kind === 'permission')
  const [first, ...others] = all
  if (!first || others.length === 0 || !isShownWhole(first.asks.card)) return []
  const isLike = ({ asks: { card } }: Asking) =>
    card.tool === first.asks.card.tool && card.hash === first.asks.card.hash
  return others.every(isLike) ? all : []
}
