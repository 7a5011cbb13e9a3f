import { Icon } from '../../components/icon.tsx'
import type { IconName } from '../../components/sprite.tsx'
import css from './timers.module.css'

interface DialProps {
  readonly icon: IconName
  /** What is left, from 0 to 1; null where nothing runs. */
  readonly left: number | null
}

/** A ring that runs down around a sign. Its words stand beside it. */
export function Dial({ icon, left }: DialProps) {
  return (
    <span className={css.dial} aria-hidden="true">
      <svg className={css.ring} viewBox="0 0 36 36">
        <circle cx="18" cy="18" r="16" strokeDasharray={left === null ? '2 4' : undefined} />
        {left !== null && left > 0 && (
          <circle
            className={css.v}
            cx="18"
            cy="18"
            r="16"
            pathLength="100"
            strokeDasharray={`${left * 100} 100`}
          />
        )}
      </svg>
      <Icon name={icon} />
    </span>
  )
}
