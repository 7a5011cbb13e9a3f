import { useState } from 'react'
import type { GatheringView } from '../../../main/contract/gathering-views.ts'

/** Place of the seat that the piece came from; -1: it has not moved as far as this window knows. */
export function usePieceWay(of: GatheringView): number {
  const now = of.piece?.number ?? null
  const [way, setWay] = useState(() => ({ from: lastSpeaker(of), to: now }))
  if (now !== null && now !== way.to) setWay({ from: way.to ?? lastSpeaker(of), to: now })
  const from = way.to === now ? way.from : way.to
  return from === now ? -1 : of.seats.findIndex((seat) => seat.number === from)
}

/** Who spoke last before the one who has the piece. */
function lastSpeaker({ heard, piece }: GatheringView): number | null {
  return heard.findLast((one) => one.number !== piece?.number)?.number ?? null
}
