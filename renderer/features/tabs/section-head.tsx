import { useState } from 'react'
import { visible } from '../../components/hygiene.ts'
import { classes } from '../../components/classes.ts'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { recall, remember } from '../../state/local-storage.ts'
import { choose } from './chosen-bar.tsx'
import type { TabSection } from './groups.ts'
import css from './section-head.module.css'

/** Whether sleeping tabs are shown. Saved per window; always true while the list is filtered. */
export function useAsleepCollapse(isFiltered: boolean) {
  const [isOpen, setOpen] = useState(recall<boolean>('asleep', false))
  return {
    isOpen: isOpen || isFiltered,
    onTurn: () => {
      remember('asleep', !isOpen)
      setOpen(!isOpen)
    },
  }
}

export function SectionHead({
  of,
  collapse,
}: {
  readonly of: TabSection
  readonly collapse: ReturnType<typeof useAsleepCollapse>
}) {
  const count = <b className="num">{of.agents.length + of.gatherings.length}</b>
  if (of.kind !== 'asleep')
    return (
      <h2
        className="tab-group"
        title={of.kind === 'folder' ? visible(of.key.replace(/^folder /, '')) : undefined}
      >
        <SafeText as="span" className="clip" text={of.title} />
        {count}
      </h2>
    )
  return (
    <h2 className={classes('tab-group', css.asleep)}>
      <button
        type="button"
        className={classes('bare', css.collapse)}
        aria-expanded={collapse.isOpen}
        onClick={collapse.onTurn}
      >
        <Icon name={collapse.isOpen ? 'down' : 'right'} />
        {of.title} {count}
      </button>
      <button
        type="button"
        className={classes('bare', css.all)}
        aria-label="Select all sleeping"
        onClick={() => choose(of.agents.map(({ id }) => id))}
      >
        Select all
      </button>
    </h2>
  )
}
