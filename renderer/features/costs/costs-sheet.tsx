import { useState } from 'react'
import type { CostDay, CostsReport } from '../../../main/contract/budget/costs.ts'
import { uncountedWords } from '../../../main/contract/budget/costs-words.ts'
import { visible } from '../../components/hygiene.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Problem } from '../../components/problem.tsx'
import { UsePanel } from '../../entities/budget/use-panel.tsx'
import { useAmounts } from '../../entities/budget/use-amounts.ts'
import { PlanLines } from '../../entities/kind/plan-lines.tsx'
import { useMirror } from '../../state/store.ts'
import { DayList } from './day-list.tsx'
import { DayParts } from './day-parts.tsx'
import { useCosts } from './use-costs.ts'
import css from './costs.module.css'

/** What each day used, and by whom; the caps of the day and of tabs are set right there. */
export function CostsSheet({ onClose }: { readonly onClose: () => void }) {
  const { report, days, problem, more } = useCosts()
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = days.find(({ date }) => date === chosen) ?? days[0]
  return (
    <Dialog title="Costs" className={css.sheet} onClose={onClose}>
      <div className="sheet-body" data-part="costs">
        {problem !== '' && <Problem text={problem} />}
        {report && <Today report={report} />}
        {report && days.length === 0 && <p className="muted">Nothing was used so far.</p>}
        {report && shown && (
          <div className={css.columns}>
            <DayList days={days} today={report.today} shown={shown.date} onShow={setChosen} onMore={more} />
            <DayParts day={shown} today={report.today} />
          </div>
        )}
        {report && <Total report={report} days={days} />}
      </div>
    </Dialog>
  )
}

/** How today stands, what nothing counts, and how plans stand. */
function Today({ report }: { readonly report: CostsReport }) {
  const { isPaid } = useAmounts()
  const spending = useMirror((now) => now.day.budget)
  const lines = uncountedWords(report.uncounted, isPaid)
  return (
    <section className={css.today} aria-label="Today">
      {!isPaid && (
        <p className={css.rehearsal}>
          <span className="chip rehearsal">demo</span> The built-in model answers: tokens are counted as it
          tells them, and no money is spent.
        </p>
      )}
      <UsePanel spender={{ of: 'day' }} spending={spending} label="Cap on a day, of all tabs together" />
      {lines.map((line) => (
        <p key={line} className={css.note} data-part="uncounted">
          {visible(line)}
        </p>
      ))}
      <PlanLines />
    </section>
  )
}

function Total({ report, days }: { readonly report: CostsReport; readonly days: readonly CostDay[] }) {
  const { used } = useAmounts()
  if (days.length === 0) return null
  return (
    <p className={css.note}>
      In all so far: <span className="num">{used(report.total)}</span>. A day is yours: it begins and ends at
      midnight where you are. One on which nothing was used is left out.
    </p>
  )
}
