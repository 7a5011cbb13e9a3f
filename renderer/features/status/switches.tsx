import { act } from '../../state/act.ts'
import { Icon } from '../../components/icon.tsx'
import { classes } from '../../components/classes.ts'
import css from './status.module.css'

/** Whether the timers of all agents run; a press lets them wait, and go on. A screen reader hears it as a switch. */
export function TimersSwitch({ isQuiet }: { readonly isQuiet: boolean }) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={!isQuiet}
      className={classes(css.turnSwitch, isQuiet && css.off)}
      title={
        isQuiet
          ? 'Click to let all timers run again; what fell due fires once'
          : 'Click to let all timers of all agents wait'
      }
      onClick={() => void act('settings.change', { quiet: !isQuiet })}
    >
      {isQuiet && <Icon name="pause" />}
      <span>
        Timers <span aria-hidden="true">{isQuiet ? 'wait' : 'run'}</span>
      </span>
    </button>
  )
}

/** The person has switched all links off; a press switches them on. */
export function LinksOff() {
  return (
    <button
      type="button"
      className={classes(css.turnSwitch, css.off)}
      title="Nothing crosses any link. Click to switch links on again"
      onClick={() => void act('settings.change', { links: true })}
    >
      <Icon name="link" />
      Links off
    </button>
  )
}
