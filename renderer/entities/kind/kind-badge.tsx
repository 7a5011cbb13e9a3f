import { kindFacts, kindTitle, type KindChoice } from '../../../main/contract/agents/kinds.ts'
import { classes } from '../../components/classes.ts'
import { visible } from '../../components/hygiene.ts'
import css from './kind.module.css'
import { useMarked } from './kind-status.ts'

interface KindBadgeProps {
  readonly of: KindChoice
  /** Its name is beside it: hidden from screen readers. */
  readonly isSilent?: boolean
}

export function KindBadge({ of, isSilent = false }: KindBadgeProps) {
  const title = visible(kindTitle(of))
  return (
    <span
      className={classes('no-shrink muted', css.mark)}
      data-part="kind"
      data-kind={of.kind}
      title={title}
      {...(isSilent ? { 'aria-hidden': true } : { role: 'img', 'aria-label': title })}
    >
      {kindFacts[of.kind].name}
    </span>
  )
}

/** Shown only while tabs of different kinds are open. */
export function TabKindBadge(props: KindBadgeProps) {
  return useMarked() ? <KindBadge {...props} /> : null
}
