import { show } from '../../state/view-store.ts'

/** Leads from what one thing, or today, has used to all days and all that used something. */
export function AllCosts() {
  return (
    <p>
      <button type="button" className="btn" onClick={() => show({ kind: 'costs' })}>
        All costs…
      </button>
    </p>
  )
}
