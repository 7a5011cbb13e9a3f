import { kindFacts, kindTitle, type KindChoice } from '../../../main/contract/agents/kinds.ts'
import { classes } from '../../components/classes.ts'
import { visible } from '../../components/hygiene.ts'
import css from './kind.module.css'
import { useMarked } from './kind-status.ts'

interface KindBadgeProps {
  readonly of: KindChoice
  /** The name stands in words beside it: nothing is said to a screen reader. */
  readonly isSilent?: boolean
  /** There is room for the whole name. */
  readonly hasName?: boolean
}

/** Two letters that say whose agent it is, beside its own colour and shape. */
export function KindBadge({ of, isSilent = false, hasName = false }: KindBadgeProps) {
  const title = visible(kindTitle(of))
  return (
    <span
      className={classes('no-shrink muted', css.mark)}
      data-part="kind"
      data-kind={of.kind}
      title={title}
      {...(isSilent ? { 'aria-hidden': true } : { role: 'img', 'aria-label': title })}
    >
      {hasName ? kindFacts[of.kind].name : kindFacts[of.kind].mark}
    </span>
  )
}

/** The same where tabs are told apart by it: not while all are of the usual kind. */
export function TabKindBadge(props: KindBadgeProps) {
  return useMarked() ? <KindBadge {...props} /> : null
}
