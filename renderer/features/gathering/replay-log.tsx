import { useLayoutEffect, useMemo, useRef } from 'react'
import type { GatheringView, UtteranceView } from '../../../main/contract/gatherings/gathering-views.ts'
import { rowsAt } from '../../../main/contract/gatherings/replay.ts'
import { LogScroller } from '../../entities/log/timeline.tsx'
import { LogRow } from './gathering-log.tsx'
import { firstSealed, scrollRows } from './rows.ts'
import css from './replay.module.css'

interface ReplayLogProps {
  readonly of: GatheringView
  readonly rows: readonly UtteranceView[]
  readonly step: number
}

const none: ReadonlySet<never> = new Set()

/** The log as it stood after a step: what was under seal then has no words; the step's own row is marked. */
export function ReplayLog({ of, rows, step }: ReplayLogProps) {
  const shown = useMemo(() => rowsAt(rows, step), [rows, step])
  const sealed = useMemo(() => firstSealed(shown), [shown])
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const box = scroller.current
    const row = box?.querySelector<HTMLElement>('[data-part=replay-row][data-now]')
    if (!box || !row) return
    // The end of the step's words, unless they are longer than the view: then their beginning.
    const isLong = row.offsetHeight > box.clientHeight
    row.scrollIntoView({ block: isLong ? 'start' : 'end' })
  }, [step])
  return (
    <div className="transcript" data-part="transcript">
      <LogScroller of={scroller} label="What had been said">
        <div className="col">
          {scrollRows(shown, none).map((one) => (
            <div
              key={one.row.id}
              className={css.row}
              data-part="replay-row"
              data-now={one.row.n === step || undefined}
            >
              <LogRow of={of} row={one} isFirstSealed={sealed.has(one.row.id)} onFold={null} />
            </div>
          ))}
        </div>
      </LogScroller>
    </div>
  )
}
