import { Button, IconButton } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { namedWithKeys } from '../../keys/current-keys.ts'
import { useUnfinishedCount } from '../../entities/task/use-tasks.ts'
import { useShownAnywhere } from '../../state/selectors.ts'
import { openAgents, useMirror } from '../../state/store.ts'
import { show, showTimeline } from '../../state/view-store.ts'
import { classes } from '../../components/classes.ts'
import css from './tabs.module.css'

export function Top() {
  const isRehearsal = useMirror((now) => now.status?.rehearsal === true)
  const tasks = useUnfinishedCount()
  return (
    <div className={classes('row gap-3 no-shrink', css.tabsTop)}>
      <span className="mark" aria-hidden="true" />
      <span className="wordmark" role="img" aria-label="Janus" />
      {isRehearsal && (
        <span className="chip rehearsal" title="A built-in script answers; no account is used">
          demo
        </span>
      )}
      <Button
        variant="ghost"
        className={classes(css.tasks, tasks === 0 && 'icon')}
        aria-label={tasks === 0 ? 'Tasks' : `Tasks, ${String(tasks)} unfinished`}
        data-help="Tasks"
        onClick={() => show({ kind: 'tasks' })}
      >
        <Icon name="checklist" />
        {tasks > 0 && <span className="num">{tasks}</span>}
      </Button>
      <IconButton
        icon="search"
        {...namedWithKeys('Search everything said', 'search')}
        onClick={() => show({ kind: 'search' })}
      />
    </div>
  )
}

export function Foot() {
  const isTimeline = useShownAnywhere('timeline')
  const isEmpty = useMirror((now) => openAgents(now).length === 0)
  return (
    <div className={css.tabsFoot}>
      <Button {...namedWithKeys('New agent', 'newAgent')} onClick={() => show({ kind: 'newAgent' })}>
        <Icon name="plus" />
        <span>Agent</span>
      </Button>
      <Button {...namedWithKeys('New gathering', 'convene')} onClick={() => show({ kind: 'convene' })}>
        <Icon name="gather" />
        <span>Gathering</span>
      </Button>
      <Button
        className="icon"
        {...namedWithKeys('Timeline of all events', 'timeline')}
        aria-pressed={isTimeline}
        disabled={isEmpty}
        onClick={() => showTimeline(!isTimeline)}
      >
        <Icon name="clock" />
      </Button>
    </div>
  )
}
