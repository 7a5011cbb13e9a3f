import { useEffect, useState } from 'react'
import { visible } from '../../components/hygiene.ts'
import { mirror } from '../../store.ts'
import { boundariesBetween } from './boundaries.ts'

/** The one voice of the window for those who listen: boundaries, and nothing else. */
export function Announcer() {
  const [words, setWords] = useState('')
  useEffect(
    () =>
      mirror.subscribe((now, before) => {
        const boundaries = boundariesBetween(before, now)
        if (boundaries.length > 0) setWords(visible(boundaries.join('. ')))
      }),
    [],
  )
  return (
    <p className="vh" aria-live="polite">
      {words}
    </p>
  )
}
