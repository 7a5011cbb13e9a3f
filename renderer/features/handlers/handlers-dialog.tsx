import { useCallback, useEffect, useState } from 'react'
import type { HandlerView } from '../../../main/contract/handlers/handlers.ts'
import { mostHandlers } from '../../../main/contract/api/limits.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Button, IconButton } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { visible } from '../../components/hygiene.ts'
import { Problem } from '../../components/problem.tsx'
import { loadErrorWords, act } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { HandlerEditor } from './handler-editor.tsx'
import css from './handlers.module.css'
import { classes } from '../../components/classes.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { Switch } from '../../components/switch.tsx'
import { At } from '../../components/time.tsx'

interface HandlersDialogProps {
  readonly agent: AgentView
  readonly onClose: () => void
}

type Edited = HandlerView | 'new'

export function HandlersDialog({ agent, onClose }: HandlersDialogProps) {
  const { handlers, problem, reload } = useHandlers(agent)
  const [edited, setEdited] = useState<Edited | null>(null)
  const done = useCallback(() => {
    setEdited(null)
    reload()
  }, [reload])
  const name = visible(agent.name)
  if (edited !== null)
    return (
      <Dialog
        title={edited === 'new' ? `New rule for ${name}` : `${name}’s rule`}
        className={css.sheet}
        onClose={onClose}
        onBack={done}
      >
        <HandlerEditor agent={agent} handler={edited === 'new' ? null : edited} onDone={done} />
      </Dialog>
    )
  return (
    <Dialog title={`${name}’s message rules`} className={css.sheet} onClose={onClose}>
      <div className="sheet-body">
        {problem !== '' && <Problem text={problem} />}
        <p className="muted">
          Rules act on what other agents write to {name}. The first one that is on and matches applies. They
          do not apply to your own messages, to final messages sent over a link, or to gatherings. Messages
          held for another reason skip the rules once you deliver them.
        </p>
        {handlers?.length === 0 && <p className={css.none}>No rules yet.</p>}
        <ol className={classes('stack', css.list)}>
          {handlers?.map((handler, at) => (
            <HandlerRow
              key={handler.id}
              handler={handler}
              isFirst={at === 0}
              isLast={at === handlers.length - 1}
              onEdit={() => setEdited(handler)}
              onChanged={reload}
            />
          ))}
        </ol>
      </div>
      <footer>
        <Button variant="ghost" onClick={onClose}>
          Done
        </Button>
        <Button
          variant="primary"
          disabled={(handlers?.length ?? 0) >= mostHandlers}
          onClick={() => setEdited('new')}
        >
          New rule…
        </Button>
      </footer>
    </Dialog>
  )
}

/** Reloads when the number of rules, or of active ones, changes. */
function useHandlers({ id, handlers: { count, on } }: AgentView) {
  const [handlers, setHandlers] = useState<readonly HandlerView[] | null>(null)
  const [problem, setProblem] = useState('')
  const [asked, setAsked] = useState(0)
  useEffect(() => {
    let isWanted = true
    ask('handlers.list', { agent: id }).then(
      (list) => {
        if (!isWanted) return
        setHandlers(list)
        setProblem('')
      },
      (error: unknown) => isWanted && setProblem(loadErrorWords('rules', error)),
    )
    return () => {
      isWanted = false
    }
  }, [id, count, on, asked])
  return { handlers, problem, reload: useCallback(() => setAsked((before) => before + 1), []) }
}

interface HandlerRowProps {
  readonly handler: HandlerView
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onEdit: () => void
  readonly onChanged: () => void
}

/** A rule can be switched off here; switching it on shows a test first. */
function HandlerRow({ handler, isFirst, isLast, onEdit, onChanged }: HandlerRowProps) {
  const { id, agent, name, isOn, place, words, did, lastAt } = handler
  const change = async (patch: { on?: boolean; place?: number }) => {
    if (await act('handlers.change', { agent, id, ...patch })) onChanged()
  }
  const remove = async () => {
    if (await act('handlers.remove', { agent, id })) onChanged()
  }
  const shown = visible(name)
  return (
    <li className={classes('box', css.row)} data-part="handler" aria-label={shown}>
      <div className="row wrap gap-3">
        <Switch
          label={isOn ? 'On' : 'Off'}
          isOn={isOn}
          onTurn={(wanted) => (wanted ? onEdit() : void change({ on: false }))}
        />
        <SafeText as="b" className={classes(css.name, 'clip')} text={name} />
        <div className={classes('row gap-3', css.acts)}>
          <Tool
            words={`Move ${shown} up`}
            icon="up"
            isOff={isFirst}
            run={() => void change({ place: place - 1 })}
          />
          <Tool
            words={`Move ${shown} down`}
            icon="down"
            isOff={isLast}
            run={() => void change({ place: place + 1 })}
          />
          <Button variant="ghost" aria-label={`Edit ${shown}`} onClick={onEdit}>
            Edit
          </Button>
          <Tool words={`Delete ${shown}`} icon="trash" run={() => void remove()} />
        </div>
      </div>
      <SafeText as="p" className={classes('muted break-anywhere', css.words)} text={words} />
      {did > 0 && (
        <p className="faint">
          {did === 1 ? 'Once so far' : `${did} times so far`}
          {lastAt !== null && (
            <>
              , last <At at={lastAt} />
            </>
          )}
        </p>
      )}
    </li>
  )
}

interface ToolProps {
  readonly words: string
  readonly icon: 'up' | 'down' | 'trash'
  readonly isOff?: boolean
  readonly run: () => void
}

function Tool({ words, icon, isOff = false, run }: ToolProps) {
  return <IconButton icon={icon} aria-label={words} data-help={words} disabled={isOff} onClick={run} />
}
