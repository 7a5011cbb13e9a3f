import { classes } from '../../components/classes.ts'
import { type DayPart, noCap, allTokens } from '../../../main/contract/budget/budget.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { AllCosts, UseButton } from '../../entities/budget/use-button.tsx'
import { CapForm } from '../../entities/budget/cap-form.tsx'
import { useAmounts } from '../../entities/budget/use-amounts.ts'
import { useNow } from '../../state/clock.ts'
import { useMirror } from '../../state/store.ts'
import css from './day.module.css'
import { Icon } from '../../components/icon.tsx'
import { RaiseLimit } from '../../entities/budget/raise.tsx'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { LackLine } from '../../entities/kind/lacks.tsx'
import { UsePanel } from '../../entities/budget/use-panel.tsx'

const usual = [
  { of: 'turn', setting: 'turnCap', label: 'Per turn' },
  { of: 'tab', setting: 'tabCap', label: 'Per agent' },
  { of: 'link', setting: 'linkCap', label: 'Per link' },
  { of: 'gathering', setting: 'gatheringCap', label: 'Per new gathering' },
] as const

const mostRows = 5

export function DayUse() {
  const day = useMirror((now) => now.day)
  const settings = useMirror((now) => now.status?.settings ?? null)
  const { used } = useAmounts()
  const isOver = useNow() >= day.until && day.until > 0
  const spending = isOver ? { ...day.budget, ...day.total, state: 'under' as const } : day.budget
  if (day.total.turns === 0 && day.budget.cap.usd === null && day.budget.cap.tokens === null) return null
  const parts = isOver ? { tabs: {}, links: {}, gatherings: {} } : day
  return (
    <UseButton
      spender={{ of: 'day' }}
      spending={spending}
      label={isOver ? 'Total usage' : 'Usage today'}
      capLabel="Daily limit"
    >
      <div className={classes('stack small', css.parts)}>
        <Parts title="By agent" parts={parts.tabs} />
        <Parts title="By link" parts={parts.links} />
        <Parts title="By gathering" parts={parts.gatherings} />
        <p className="muted pretty">
          Total so far: <span className="num">{used(day.total)}</span>. Agents, links and gatherings can have
          limits of their own.
        </p>
        <AllCosts />
        <details>
          <summary>Default limits</summary>
          <div className={classes('stack', css.usual)}>
            {usual.map(({ of, setting, label }) => (
              <CapForm
                key={of}
                spender={{ of }}
                cap={settings?.[setting] ?? noCap}
                isOwn={false}
                label={label}
              />
            ))}
          </div>
        </details>
      </div>
    </UseButton>
  )
}

interface PartsProps {
  readonly title: string
  readonly parts: Readonly<Record<string, DayPart>>
}

function Parts({ title, parts }: PartsProps) {
  const { isPaid } = useAmounts()
  const all = byUse(parts, isPaid)
  if (all.length === 0) return null
  const more = all.slice(mostRows)
  return (
    <section aria-label={title}>
      <h3 className="muted medium">{title}</h3>
      <PartList of={all.slice(0, mostRows)} />
      {more.length > 0 && (
        <details>
          <summary>and {more.length} more</summary>
          <PartList of={more} />
        </details>
      )}
    </section>
  )
}

function PartList({ of }: { readonly of: readonly (readonly [string, DayPart])[] }) {
  const { used } = useAmounts()
  return (
    <ul className="stack gap-1">
      {of.map(([id, part]) => (
        <li key={id}>
          <SafeText as="span" className="clip" text={part.name === '' ? 'deleted since' : part.name} />
          <span className="num no-shrink">{used(part)}</span>
        </li>
      ))}
    </ul>
  )
}

/** Sorts by money where it is paid, else by all tokens, as the list shows them. */
export function byUse(
  parts: Readonly<Record<string, DayPart>>,
  isPaid: boolean,
): readonly (readonly [string, DayPart])[] {
  return Object.entries(parts).sort(([, a], [, b]) =>
    isPaid && a.costUsd !== b.costUsd ? b.costUsd - a.costUsd : allTokens(b.tokens) - allTokens(a.tokens),
  )
}

export function DayBar() {
  const budget = useMirror((now) => now.day.budget)
  const { ofCap } = useAmounts()
  if (budget.state !== 'over') return null
  return (
    <section className={classes('row wrap row-gap-2', css.bar)} aria-label="Daily limit reached">
      <p role="status">
        <Icon name="pause" /> <b>Daily limit reached</b>: <span className="num">{ofCap(budget)}</span>. Only
        your own messages start turns until you raise it or the next day begins.
      </p>
      <RaiseLimit spender={{ of: 'day' }} by={budget.raiseBy} />
    </section>
  )
}

export function TabUse({ agent }: { readonly agent: AgentView }) {
  return (
    <section aria-labelledby="side-use">
      <div className="side-cap">
        <h2 id="side-use">Usage</h2>
      </div>
      <UsePanel spender={{ of: 'tab', id: agent.id }} spending={agent.spending} label="Limit of this agent" />
      {agent.context === null && <LackLine abilities={agent.abilities} of={['tellsContext']} />}
    </section>
  )
}
