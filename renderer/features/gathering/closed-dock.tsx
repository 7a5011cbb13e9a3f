import type { GatheringView } from '../../../main/contract/gathering-views.ts'
import { Problem } from '../../components/problem.tsx'
import { show } from '../../state/view-store.ts'
import { steer } from '../../entities/gathering/gathering-acts.ts'
import { FilePath } from './file-path.tsx'
import css from './dock.module.css'

interface ClosedDockProps {
  readonly of: GatheringView
  /** To what was said; null: that is shown, or there is nothing of it. */
  readonly onWords: (() => void) | null
}

/** Where a closed gathering is kept, and what can be done with it. */
export function ClosedDock({ of, onWords }: ClosedDockProps) {
  return (
    <div className="dock" data-part="dock">
      <div className="col">
        {of.problem !== '' && <Problem text={of.problem} />}
        <div className={css.factsLine} data-part="facts-line">
          {of.path !== null && (
            <span className={css.kept}>
              Kept as <FilePath path={of.path} kept={of.path} />
            </span>
          )}
          <span className="grow" />
          {!of.shelved && (
            <button type="button" className="btn ghost" onClick={() => void steer(of.id, 'dismiss')}>
              Put away
            </button>
          )}
          <button
            type="button"
            className="btn ghost"
            onClick={() => show({ kind: 'convene', proposal: of.id })}
          >
            Convene again
          </button>
          {onWords && (
            <button type="button" className="btn ghost" onClick={onWords}>
              Open the words
            </button>
          )}
        </div>
      </div>
    </div>
  )
}
