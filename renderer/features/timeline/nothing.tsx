import { filterTimeline, noFilter, useTimeline } from '../../state/timeline.ts'
import css from './timeline.module.css'

/** Why there is no row. */
export function Nothing() {
  const isFiltered = useTimeline(({ filter: { q, ...rest } }) => {
    const { kinds, agents, link, gathering, span } = rest
    const isPlain = kinds.length === 0 && agents.length === 0 && link === null && gathering === null
    return !isPlain || q.trim() !== '' || span !== 'all'
  })
  if (!isFiltered)
    return (
      <p className={css.nothing}>
        Nothing has passed yet. Every message, crossing, timer, turn of the piece and question to you will
        stand here, with who, when and why.
      </p>
    )
  return (
    <p className={css.nothing}>
      Nothing that has passed fits all of this.
      <button type="button" className="btn" onClick={() => filterTimeline(noFilter)}>
        Show everything
      </button>
    </p>
  )
}
