import { useState } from 'react'
import type { Refused } from './refusals.ts'

/**
 * Why what is written was refused. Of what has been written otherwise since nothing is said, also where the refusal
 * comes late: it is kept with what was written when `refuse` was made.
 */
export function useRefused<T>(written: T): readonly [Refused | null, (refused: Refused | null) => void] {
  const [told, setTold] = useState<{ readonly of: T; readonly refused: Refused | null } | null>(null)
  return [
    told?.of === written ? (told?.refused ?? null) : null,
    (refused) => setTold({ of: written, refused }),
  ]
}
