import type { GatheringView } from '../../../main/contract/gatherings/gathering-views.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Problem } from '../../components/problem.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { show } from '../../state/view-store.ts'
import { steer } from '../../entities/gathering/gathering-acts.ts'
import { classes } from '../../components/classes.ts'
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
        {of.problem !== '' && (
          <div className={css.problem}>
            <Problem text={of.problem} />
          </div>
        )}
        {of.human !== null && of.human.note !== '' && <UnsaidNote words={of.human.note} />}
        <div className={classes(css.factsLine, css.closedLine)} data-part="facts-line">
          {of.path !== null && (
            <span className={css.kept}>
              Kept as <FilePath path={of.path} kept={of.path} />
            </span>
          )}
          <span className={css.ownActs}>
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
          </span>
        </div>
      </div>
    </div>
  )
}

/** A note for a turn that did not come: it was given to nobody, and is here to be copied. */
function UnsaidNote({ words }: { readonly words: string }) {
  return (
    <div className={css.note} data-part="note">
      <Icon name="quote" />
      <p className="grow" dir="auto">
        <b>Your note was not said.</b> “<SafeText text={words} />”
      </p>
      <CopyButton text={() => words} label="Copy your note" />
    </div>
  )
}
