import { act } from '../../act.ts'
import { Icon } from '../../components/icon.tsx'

/** Whether the timers of all agents run; a press lets them wait, and go on. */
export function TimersSwitch({ isQuiet }: { readonly isQuiet: boolean }) {
  return (
    <button
      type="button"
      className={`turn-switch ${isQuiet ? 'off' : ''}`}
      title={
        isQuiet
          ? 'All timers of agents wait. Press to let them run; what fell due fires once.'
          : 'Press to let all timers of agents wait.'
      }
      onClick={() => void act('settings.change', { quiet: !isQuiet })}
    >
      {isQuiet && <Icon name="pause" />}
      {isQuiet ? 'Timers wait' : 'Timers run'}
    </button>
  )
}

/** The person has switched all links off; a press switches them on. */
export function LinksOff() {
  return (
    <button
      type="button"
      className="turn-switch off"
      title="Nothing crosses any link. Press to switch links on again."
      onClick={() => void act('settings.change', { links: true })}
    >
      <Icon name="link" />
      Links off
    </button>
  )
}
