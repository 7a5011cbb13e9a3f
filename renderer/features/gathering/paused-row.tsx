import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { Name } from '../../components/safe-text.tsx'
import { At } from '../../components/time.tsx'
import { Raise } from '../../entities/budget/raise.tsx'
import { useAmounts } from '../../entities/budget/use-amounts.ts'
import { steer } from '../../entities/gathering/gathering-acts.ts'
import { classes } from '../../components/classes.ts'
import css from './dock.module.css'

/** Why nothing moves, and who can lift it. */
export function PausedRow({ of }: { readonly of: GatheringView }) {
  const { paused } = of
  if (!paused) return null
  return (
    <section
      className={classes(css.paused, paused.why === 'cap' && 'needs')}
      aria-label="The circle is paused"
    >
      <p>
        {paused.why === 'cap' ? (
          <CapWords of={of} />
        ) : (
          <>
            <b>
              Paused by <Name name={paused.name} />, <At at={paused.at} />.
            </b>{' '}
            {paused.why === 'host' ? 'The host spoke. ' : ''}Nobody is given the piece until you let it go on;
            after 24 hours it closes by itself.
          </>
        )}
      </p>
      <div className="acts">
        {paused.why === 'cap' && isSpent(of) ? (
          <Raise spender={{ of: 'gathering', id: of.id }} cap={of.spending.cap} />
        ) : (
          <button type="button" className="btn" onClick={() => void steer(of.id, 'resume')}>
            {paused.why === 'cap' ? 'Go on with as much again' : 'Go on'}
          </button>
        )}
        {paused.why === 'cap' && (
          <button type="button" className="btn ghost" onClick={() => void steer(of.id, 'close')}>
            Close with a harvest
          </button>
        )}
      </div>
    </section>
  )
}

/** It has used up its money or its tokens; else its model turns. */
const isSpent = ({ spending }: GatheringView): boolean => spending.state === 'over'

function CapWords({ of }: { readonly of: GatheringView }) {
  const { used, cap } = useAmounts()
  return (
    <>
      <b>The cap is reached:</b>{' '}
      <span className="num">
        {isSpent(of)
          ? `${used(of.spending)} of ${cap(of.spending.cap)}`
          : `${of.turns} of ${of.maxTurns} model turns; the last one is kept for the harvest`}
        .
      </span>{' '}
      You can let it go on with as much again, or close it with a harvest of what there is. After 24 hours it
      closes by itself.
    </>
  )
}
