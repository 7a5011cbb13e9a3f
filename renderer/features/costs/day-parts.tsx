import type { CostDay, CostPart } from '../../../main/contract/budget/costs.ts'
import { timerCostName } from '../../../main/contract/budget/costs-words.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { visible } from '../../components/hygiene.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { CapForm } from '../../entities/budget/cap-form.tsx'
import { useAmounts } from '../../entities/budget/use-amounts.ts'
import { useMirror } from '../../state/store.ts'
import { dayName } from './days.ts'
import css from './costs.module.css'

interface DayPartsProps {
  readonly day: CostDay
  readonly today: string
}

/** Who used a day: agents, links, gatherings and timers, most first. A turn counts once under each of these heads. */
export function DayParts({ day, today }: DayPartsProps) {
  const name = dayName(day.date, today)
  return (
    <section className={css.parts} aria-label={`${name}, by whom`}>
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
  /** Of those that are open tabs the cap is set here. */
  readonly hasCaps?: true
}

function Parts({ title, parts, hasCaps }: PartsProps) {
  const { used } = useAmounts()
  if (parts.length === 0) return null
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {parts.map((part) => (
          <li key={part.id}>
            <span className="clip" title={visible(part.name)}>
              <SafeText text={part.name === '' ? 'deleted since' : part.name} />
            </span>
            <span className="num">{used(part.used)}</span>
            {hasCaps && <TabCap agent={part.id as AgentId} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** An open tab's own cap, folded. */
function TabCap({ agent }: { readonly agent: AgentId }) {
  const of = useMirror((now) => now.agents[agent])
  const { cap } = useAmounts()
  if (!of || of.closed) return null
  const { spending } = of
  const hasCap = spending.cap.usd !== null || spending.cap.tokens !== null
  return (
    <details className={css.cap}>
      <summary aria-label={`Cap on ${visible(of.name)}: ${cap(spending.cap)}`}>
        {hasCap ? `Cap: ${cap(spending.cap)}` : 'Cap…'}
      </summary>
      <CapForm
        spender={{ of: 'tab', id: agent }}
        cap={spending.cap}
        isOwn={spending.own}
        label={`Cap on ${visible(of.name)}, in all`}
      />
    </details>
  )
}
