import { useState } from 'react'
import type { Entry } from '../../../main/contract/api/model.ts'
import { Remark } from './remark.tsx'
import css from './transcript.module.css'

/** What happened in a circle, one thing after the other: the newest, and the others at a click. */
export function CircleNews({ entries }: { readonly entries: readonly Entry[] }) {
  const [isOpen, setOpen] = useState(false)
  const newest = entries.slice(-1)
  const earlier = entries.length - newest.length
  return (
    <div className={css.news} data-part="circle-news" data-n={entries[0]?.n}>
      <button type="button" className="btn ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Fold' : `${earlier} earlier in the circle`}
      </button>
      {(isOpen ? entries : newest).map((entry) => (
        <Remark key={entry.n} entry={entry} />
      ))}
    </div>
  )
}
