import { useState } from 'react'
import type { AgentRefusal } from './refusals.ts'

/**
 * Why what is written was refused. Of what has been written otherwise since nothing is said, also where the refusal
 * comes late: it is kept with what was written when `refuse` was made.
 */
export function useRefused<T>(
  written: T,
): readonly [AgentRefusal | null, (refused: AgentRefusal | null) => void] {
  const [told, setTold] = useState<{ readonly of: T; readonly refused: AgentRefusal | null } | null>(null)
  return [
    told?.of === written ? (told?.refused ?? null) : null,
    (refused) => setTold({ of: written, refused }),
  ]
}
