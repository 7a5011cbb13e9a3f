import { useState } from 'react'
import type { FleetDone } from '../../../main/contract/fleet/fleet-views.ts'
import type { RequestInput } from '../../../main/contract/api/requests.ts'
import { wordsOf } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'

/** What is asked about the fleet that has more to tell than that it is done. */
export type FleetAct = 'fleet.found' | 'fleet.invite' | 'fleet.join' | 'fleet.remove'

/** What came of the last thing that was asked. */
export type FleetOutcome =
  | { readonly kind: 'none' | 'sent' }
  | { readonly kind: 'done'; readonly done: FleetDone }
  | { readonly kind: 'refused'; readonly words: string }

/** Asks for something about the fleet, and keeps what came of it: what to do now, or why not. */
export function useFleetAct() {
  const [outcome, setOutcome] = useState<FleetOutcome>({ kind: 'none' })
  const run = async <K extends FleetAct>(act: K, input: RequestInput<K>): Promise<FleetDone | null> => {
    setOutcome({ kind: 'sent' })
    try {
      // Each of them answers the same.
      const done: FleetDone = await ask<FleetAct>(act, input)
      setOutcome({ kind: 'done', done })
      return done
    } catch (error) {
      setOutcome({ kind: 'refused', words: wordsOf(error) })
      return null
    }
  }
  return { outcome, run, forget: () => setOutcome({ kind: 'none' }) }
}
