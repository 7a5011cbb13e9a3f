import { useEffect, useState } from 'react'
import type { CostDay, CostsReport, CostPart } from '../../../main/contract/budget/costs.ts'
import { uncountedWords, timerCostName } from '../../../main/contract/budget/costs.ts'
import { Button } from '../../components/button.tsx'
import { visible } from '../../components/hygiene.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Problem } from '../../components/problem.tsx'
import { UsePanel } from '../../entities/budget/use-panel.tsx'
import { useAmounts } from '../../entities/budget/use-amounts.ts'
import { PlanLines } from '../../entities/kind/plan-lines.tsx'
import { useMirror } from '../../state/store.ts'
import css from './costs.module.css'
import { loadErrorWords } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { classes } from '../../components/classes.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { CapForm } from '../../entities/budget/cap-form.tsx'

export function CostsSheet({ onClose }: { readonly onClose: () => void }) {
  const { report, days, problem, more } = useCosts()
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = days.find(({ date }) => date === chosen) ?? days[0]
  return (
    <Dialog title="Costs" className={css.sheet} onClose={onClose}>
      <div className="sheet-body" data-part="costs">
        {problem !== '' && <Problem text={problem} />}
        {report && <Today report={report} />}
        {report && days.length === 0 && <p className="muted">No usage yet.</p>}
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

function Today({ report }: { readonly report: CostsReport }) {
  const { isPaid } = useAmounts()
  const spending = useMirror((now) => now.day.budget)
  const lines = uncountedWords(report.uncounted, isPaid)
  return (
    <section className={classes('stack', css.today)} aria-label="Usage today">
      <h2>Usage today</h2>
      {!isPaid && (
        <p className="muted small pretty">
          <span className="chip rehearsal">demo</span> The built-in model answers: tokens are counted, nothing
          is paid.
        </p>
      )}
      <UsePanel spender={{ of: 'day' }} spending={spending} label="Daily limit for all agents" />
      {lines.map((line) => (
        <p key={line} className="muted small pretty" data-part="uncounted">
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
    <p className="muted small pretty">
      Total so far: <span className="num">{used(report.total)}</span>. Days begin at midnight local time; days
      without usage are left out.
    </p>
  )
}

interface Costs {
  /** The newest page; null before the first answer. */
  readonly report: CostsReport | null
  readonly days: readonly CostDay[]
  readonly problem: string
  /** Loads earlier days; null: there are none. */
  readonly more: (() => void) | null
}

/** Reloads the newest days whenever today's usage grows; loads earlier ones on request. */
function useCosts(): Costs {
  const today = useMirror((now) => now.day)
  const [report, setReport] = useState<CostsReport | null>(null)
  const [earlier, setEarlier] = useState<Pick<CostsReport, 'days' | 'next'> | null>(null)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    let left = false
    ask('costs.get', {}).then(
      (told) => !left && setReport(told),
      (error: unknown) => !left && setProblem(loadErrorWords('costs', error)),
    )
    return () => {
      left = true
    }
  }, [today])
  const next = earlier === null ? (report?.next ?? null) : earlier.next
  const more = (before: string) => {
    ask('costs.get', { before }).then(
      (page) => setEarlier((was) => ({ days: allDays(was?.days ?? [], page.days), next: page.next })),
      (error: unknown) => setProblem(loadErrorWords('costs', error)),
    )
  }
  return {
    report,
    problem,
    days: allDays(report?.days ?? [], earlier?.days ?? []),
    more: next === null ? null : () => more(next),
  }
}

interface DayListProps {
  readonly days: readonly CostDay[]
  readonly today: string
  readonly shown: string
  readonly onShow: (date: string) => void
  readonly onMore: (() => void) | null
}

function DayList({ days, today, shown, onShow, onMore }: DayListProps) {
  const { used, isPaid } = useAmounts()
  return (
    <section aria-label="Days">
      <ul className="stack gap-1">
        {days.map((day) => (
          <li key={day.date}>
            <button
              type="button"
              className={classes('bare num', css.day)}
              aria-pressed={day.date === shown}
              title={day.date}
              onClick={() => onShow(day.date)}
            >
              <span>{dayName(day.date, today)}</span>
              <span>{used(day.used)}</span>
              <span className={css.bar} aria-hidden="true">
                <span style={{ width: `${String(barOf(day, days, isPaid) * 100)}%` }} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {onMore && (
        <Button variant="ghost" onClick={onMore}>
          Show earlier days
        </Button>
      )}
    </section>
  )
}

/** Agents, links, gatherings and timers, highest usage first. A turn counts once in each of these lists. */
function DayParts({ day, today }: { readonly day: CostDay; readonly today: string }) {
  const name = dayName(day.date, today)
  return (
    <section className={classes('stack', css.parts)} aria-label={`${name}, by whom`}>
      <h2>{name}</h2>
      <Parts title="By agent" parts={day.agents} hasCaps />
      <Parts title="By link" parts={day.links} />
      <Parts title="By gathering" parts={day.gatherings} />
      <Parts title="By timer" parts={day.timers.map((one) => ({ ...one, name: timerCostName(one) }))} />
    </section>
  )
}

interface PartsProps {
  readonly title: string
  readonly parts: readonly CostPart[]
  readonly hasCaps?: true
}

function Parts({ title, parts, hasCaps }: PartsProps) {
  const { used } = useAmounts()
  if (parts.length === 0) return null
  return (
    <section className="stack gap-2" aria-label={title}>
      <h3 className="muted small medium">{title}</h3>
      <ul className="stack gap-1">
        {parts.map((part) => (
          <li key={part.id}>
            <SafeText
              as="span"
              className="clip"
              title={visible(part.name)}
              text={part.name === '' ? 'deleted since' : part.name}
            />
            <span className="num">{used(part.used)}</span>
            {hasCaps && <TabCap agent={part.id as AgentId} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function TabCap({ agent }: { readonly agent: AgentId }) {
  const of = useMirror((now) => now.agents[agent])
  const { cap } = useAmounts()
  if (!of || of.closed) return null
  const { spending } = of
  const hasCap = spending.cap.usd !== null || spending.cap.tokens !== null
  return (
    <details className={css.cap}>
      <summary className="muted small" aria-label={`Limit of ${visible(of.name)}: ${cap(spending.cap)}`}>
        {hasCap ? `Limit: ${cap(spending.cap)}` : 'Limit…'}
      </summary>
      <CapForm
        spender={{ of: 'tab', id: agent }}
        cap={spending.cap}
        isOwn={spending.own}
        label={`Limit of ${visible(of.name)}`}
      />
    </details>
  )
}

/** Merges pages, newest day first; for a day in both, the newer page counts. */
export function allDays(newer: readonly CostDay[], older: readonly CostDay[]): readonly CostDay[] {
  const known = new Set(newer.map(({ date }) => date))
  return [...newer, ...older.filter(({ date }) => !known.has(date))]
}

/** `Today`, `Yesterday`, `Mon 23 Nov`, in another year `23 Nov 2025`. */
export function dayName(date: string, today: string): string {
  if (date === today) return 'Today'
  const at = new Date(`${date}T00:00:00Z`)
  const now = new Date(`${today}T00:00:00Z`)
  if (now.getTime() - at.getTime() === 24 * 3_600_000) return 'Yesterday'
  const isThisYear = date.slice(0, 4) === today.slice(0, 4)
  const how = isThisYear ? ({ weekday: 'short' } as const) : ({ year: 'numeric' } as const)
  const words = at.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', ...how, timeZone: 'UTC' })
  return words.replace(',', '')
}

/** Length of a day's bar: 1 for the day with the highest usage. */
export function barOf({ used }: CostDay, days: readonly CostDay[], isPaid: boolean): number {
  const amount = ({ used: one }: Pick<CostDay, 'used'>) => (isPaid ? one.costUsd : one.tokens.all)
  const most = Math.max(...days.map(amount))
  return most === 0 ? 0 : amount({ used }) / most
}
