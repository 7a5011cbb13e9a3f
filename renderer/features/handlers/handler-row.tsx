import type { HandlerView } from '../../../main/contract/handlers/handlers.ts'
import { classes } from '../../components/classes.ts'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { Switch } from '../../components/switch.tsx'
import { At } from '../../components/time.tsx'
import { act } from '../../state/act.ts'
import css from './handlers.module.css'

interface HandlerRowProps {
  readonly handler: HandlerView
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly onEdit: () => void
  /** Main has it otherwise now. */
  readonly onChanged: () => void
}

/** One handler in the list. It is switched off here; before it is switched on, what it would have done is shown. */
export function HandlerRow({ handler, isFirst, isLast, onEdit, onChanged }: HandlerRowProps) {
  const { id, agent, name, isOn, place, words, did, lastAt } = handler
  const change = async (patch: { on?: boolean; place?: number }) => {
    if (await act('handlers.change', { agent, id, ...patch })) onChanged()
  }
  const remove = async () => {
    if (await act('handlers.remove', { agent, id })) onChanged()
  }
  const shown = visible(name)
  return (
    <li className={css.row} data-part="handler" aria-label={shown}>
      <div className={css.head}>
        <Switch
          label={isOn ? 'On' : 'Off'}
          isOn={isOn}
          onTurn={(wanted) => (wanted ? onEdit() : void change({ on: false }))}
        />
        <b className={classes(css.name, 'clip')}>
          <SafeText text={name} />
        </b>
        <div className={css.acts}>
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
          <button type="button" className="btn ghost" aria-label={`Edit ${shown}`} onClick={onEdit}>
            Edit
          </button>
          <Tool words={`Delete ${shown}`} icon="trash" run={() => void remove()} />
        </div>
      </div>
      <p className={css.words}>
        <SafeText text={words} />
      </p>
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
  return (
    <button
      type="button"
      className="btn ghost icon"
      aria-label={words}
      data-help={words}
      disabled={isOff}
      onClick={run}
    >
      <Icon name={icon} />
    </button>
  )
}
