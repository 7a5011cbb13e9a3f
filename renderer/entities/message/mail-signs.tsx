import type { ReactNode } from 'react'
import type { Priority } from '../../../main/contract/mail/priorities.ts'
import { classes } from '../../components/classes.ts'
import { Icon } from '../../components/icon.tsx'
import css from './mail-signs.module.css'

const shapes: Readonly<Record<Priority, ReactNode>> = {
  low: <path d="m2 4 3 3 3-3" />,
  normal: <path d="M2 5h6" />,
  high: <path d="m2 6 3-3 3 3" />,
  urgent: <path d="m2 5 3-3 3 3M2 8.500l3-3 3 3" />,
}

export function PrioritySign({ of }: { readonly of: Priority }) {
  return (
    <span className={css.priority} data-priority={of}>
      <svg viewBox="0 0 10 10" aria-hidden="true">
        {shapes[of]}
      </svg>
      {of}
    </span>
  )
}

export function TicketSign() {
  return (
    <span className={classes('muted', css.ticket)} title="Expects a reply">
      <Icon name="reply" />
      <span className={css.ticketWord}>expects a reply</span>
    </span>
  )
}
