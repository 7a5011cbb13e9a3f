import { noWord } from '../../entities/house/house-words.ts'
import { classes } from '../../components/classes.ts'
import { visible } from '../../components/hygiene.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { useMirror } from '../../state/store.ts'
import { show } from '../../state/view-store.ts'
import css from './status.module.css'

/** That nothing comes of other houses now, and why; a press leads to the fleet. Nothing while all is well. */
export function FleetLine() {
  const words = useMirror(({ status }) => (status?.fleet ? noWord(status.fleet) : ''))
  if (words === '') return null
  return (
    <button
      type="button"
      className={classes(css.program, 'st clip')}
      data-part="fleet-line"
      title={visible(words)}
      onClick={() => show({ kind: 'settings', text: 'fleet' })}
    >
      <span className="clip">
        <SafeText text={words} />
      </span>
    </button>
  )
}
