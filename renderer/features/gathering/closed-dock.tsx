import type { GatheringView } from '../../../main/contract/gathering-views.ts'
import { visible } from '../../components/hygiene.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { Problem } from '../../components/problem.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { show } from '../../view-store.ts'
import { steer } from './gathering-acts.ts'
import { shortPath } from './short-path.ts'
import './dock.css'

interface ClosedDockProps {
  readonly of: GatheringView
  readonly page: 'harvest' | 'words'
  /** Null: there is no other page. */
  readonly onTurn: (() => void) | null
}

/** Where a closed gathering is kept, and what can be done with it. */
export function ClosedDock({ of, page, onTurn }: ClosedDockProps) {
  return (
    <div className="dock">
      <div className="col">
        {of.problem !== '' && <Problem text={of.problem} />}
        <div className="facts-line">
          {of.path !== null && (
            <span className="kept">
              Kept as{' '}
              <span className="mono" title={visible(of.path)}>
                <SafeText text={shortPath(of.path)} />
              </span>
              <CopyButton text={() => of.path ?? ''} label="Copy the path" />
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
          {onTurn && (
            <button type="button" className="btn ghost" onClick={onTurn}>
              {page === 'harvest' ? 'Open the words' : 'Back to the harvest'}
            </button>
          )}
        </div>
      </div>
    </div>
  )
}
