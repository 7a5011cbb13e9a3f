import { useLayoutEffect, useRef } from 'react'
import type { FleetDone } from '../../../main/contract/fleet/fleet-views.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { Problem } from '../../components/problem.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import type { FleetOutcome } from './use-fleet-act.ts'
import css from './fleet.module.css'

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
    <div className={css.next} role="status" data-part="fleet-next">
      <pre tabIndex={0} aria-label="What to do now">
        <SafeText text={text} />
      </pre>
      <CopyButton text={() => text} label="Copy what to do now" />
    </div>
  )
}
