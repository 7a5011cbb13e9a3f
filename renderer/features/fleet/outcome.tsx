import { useLayoutEffect, useRef, useState } from 'react'
import { classes } from '../../components/classes.ts'
import type { FleetDone } from '../../../main/contract/fleet/fleet-views.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { Problem } from '../../components/problem.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import css from './fleet.module.css'
import type { RequestInput } from '../../../main/contract/api/requests.ts'
import { wordsOf } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'

type FleetAct = 'fleet.found' | 'fleet.invite' | 'fleet.join' | 'fleet.remove'

type FleetOutcome =
  | { readonly kind: 'none' | 'sent' }
  | { readonly kind: 'done'; readonly done: FleetDone }
  | { readonly kind: 'refused'; readonly words: string }

/** Asks for something about the fleet, and keeps what came of it: what to do now, or why not. */
export function useFleetAct() {
  const [outcome, setOutcome] = useState<FleetOutcome>({ kind: 'none' })
  const run = async <K extends FleetAct>(act: K, input: RequestInput<K>): Promise<FleetDone | null> => {
    setOutcome({ kind: 'sent' })
    try {
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

/** What came of an act: what is to be done now, as it was told, or why it was refused. It comes into view. */
export function Outcome({ of }: { readonly of: FleetOutcome }) {
  const told = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // A newer Chromium answers with a promise, which React would take for what ends the effect.
    told.current?.scrollIntoView({ block: 'nearest' })
  }, [of])
  if (of.kind !== 'refused' && of.kind !== 'done') return null
  return <div ref={told}>{of.kind === 'refused' ? <Problem text={of.words} /> : <Next of={of.done} />}</div>
}

/** What is to be done now, as it was told. */
export function Next({ of }: { readonly of: FleetDone }) {
  const text = of.next.join('\n')
  return (
    <div className={classes('well row top', css.next)} role="status" data-part="fleet-next">
      <pre tabIndex={0} aria-label="What to do now">
        <SafeText text={text} />
      </pre>
      <CopyButton text={() => text} label="Copy what to do now" />
    </div>
  )
}
