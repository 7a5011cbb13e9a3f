import type { GatheringView } from '../../../main/contract/gathering-views.ts'
import { Problem } from '../../components/problem.tsx'
import { show } from '../../state/view-store.ts'
import { steer } from '../../entities/gathering/gathering-acts.ts'
import { FilePath } from './file-path.tsx'
import './dock.css'

interface ClosedDockProps {
  readonly of: GatheringView
  /** To what was said; null: that is shown, or there is nothing of it. */
  readonly onWords: (() => void) | null
}

/** Where a closed gathering is kept, and what can be done with it. */
export function ClosedDock({ of, onWords }: ClosedDockProps) {
  return (
    <div className="dock">
      <div className="col">
        {of.problem !== '' && <Problem text={of.problem} />}
        <div className="facts-line">
          {of.path !== null && (
            <span className="kept">
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
