import type { ReactNode } from 'react'
import { FaceView } from '../../entities/agent/avatar.tsx'
import { useMirror } from '../../state/store.ts'
import { useUsualKind } from '../../entities/kind/kind-status.ts'
import { Duet } from './duet.tsx'
import { useRehearsal } from '../../state/use-rehearsal.ts'
import css from './start.module.css'

/** The way to see agents talk without an account; in a rehearsal, the scene itself. */
export function RehearsalOffer({ gathering }: { readonly gathering: ReactNode }) {
  const isRehearsal = useMirror((now) => now.status?.rehearsal === true)
  const canAnswer = useUsualKind()?.problem === null
  const canRehearse = useMirror((now) => now.status?.canRehearse === true)
  if (isRehearsal)
    return (
      <>
        {canAnswer && <Duet />}
        {canAnswer && gathering}
        {canRehearse && <Back />}
      </>
    )
  if (!canRehearse) return null
  return canAnswer ? <QuietOffer /> : <Offer />
}

function Offer() {
  const rehearsal = useRehearsal()
  return (
    <section className={css.offer} aria-labelledby="offer">
      <span className={css.trio}>
        <FaceView face={{ hue: 1, shape: 1, letters: 'S' }} />
        <FaceView face={{ hue: 2, shape: 2, letters: 'B' }} />
      </span>
      <div>
        <h2 id="offer">
          <b>Or watch first</b>&ensp;<span className="chip rehearsal">rehearsal</span>
        </h2>
        <p className="muted">
          Two agents at work who write to each other, spoken by a built-in script. No account, no cost,
          nothing leaves this computer.
        </p>
      </div>
      <button type="button" className="btn" disabled={rehearsal.isOpening} onClick={rehearsal.open}>
        {rehearsal.isOpening ? 'Opening…' : 'Open the rehearsal'}
      </button>
    </section>
  )
}

function QuietOffer() {
  const rehearsal = useRehearsal()
  return (
    <p className={css.center}>
      <button type="button" className="btn ghost" disabled={rehearsal.isOpening} onClick={rehearsal.open}>
        {rehearsal.isOpening ? 'Opening the rehearsal…' : 'Watch a rehearsal first: no account, no cost'}
      </button>
    </p>
  )
}

function Back() {
  const rehearsal = useRehearsal()
  return (
    <p className={css.center}>
      <button type="button" className="btn ghost" disabled={rehearsal.isOpening} onClick={rehearsal.open}>
        Back to your own agents
      </button>
    </p>
  )
}
