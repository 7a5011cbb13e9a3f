import { useState } from 'react'
import type { AgentRefusal } from './refusals.ts'

/**
 * Keeps why an input was refused. A refusal belongs to the input for which `refuse` was created: after an
 * edit it is hidden, even if it arrives late.
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
