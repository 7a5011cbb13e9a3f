import type { Settings } from '../../../main/contract/app/settings.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { keptPlace } from '../../components/kept-place.ts'
import { PriorityRow } from '../../components/priority-row.tsx'
import { otherWay, sendWay, verbOf } from '../../entities/draft/composer-words.ts'
import { SendVerb } from '../../entities/draft/composer.tsx'
import { currentCaps } from '../../keys/current-keys.ts'
import { act } from '../../state/act.ts'
import { classes } from '../../components/classes.ts'
import css from './composer.module.css'

interface SendButtonsProps {
  readonly agent: AgentView
  readonly enter: Settings['enter']
  readonly canSend: boolean
  readonly onSend: (isMod: boolean) => void
}

/**
 * While the agent works: both ways to send, and Interrupt. Hidden buttons keep their place, so that nothing
 * moves.
 */
export function SendButtons({ agent, enter, canSend, onSend }: SendButtonsProps) {
  const isWorking = agent.status === 'working'
  const [mod = '', key = ''] = currentCaps('steer')
  return (
    <PriorityRow className={classes('row gap-2 no-shrink', css.send)}>
      <InterruptButton agent={agent} isShown={isWorking} />
      <Button
        variant="ghost"
        style={keptPlace(isWorking)}
        aria-disabled={!canSend}
        onClick={() => onSend(true)}
      >
        {verbOf(otherWay(enter))}{' '}
        <kbd aria-hidden="true" data-yield={1}>
          {mod} {key}
        </kbd>
      </Button>
      <Button variant="primary" aria-disabled={!canSend} onClick={() => onSend(false)}>
        <SendVerb verb={verbOf(sendWay(agent, enter, false))} />{' '}
        <kbd aria-hidden="true" data-yield={3}>
          ↵
        </kbd>
      </Button>
    </PriorityRow>
  )
}

function InterruptButton({ agent, isShown }: { readonly agent: AgentView; readonly isShown: boolean }) {
  // While a card is open, the key goes to the card.
  const isByKey = agent.cards.length === 0
  return (
    <Button
      variant="ghost"
      style={keptPlace(isShown)}
      data-help="Interrupt"
      aria-keyshortcuts={isByKey ? 'Escape' : undefined}
      onClick={() => void act('agents.interrupt', { agent: agent.id })}
    >
      <Icon name="stop" />
      <span className="vh">Interrupt</span>{' '}
      <kbd aria-hidden="true" data-yield={2} style={keptPlace(isByKey && isShown)}>
        Esc
      </kbd>
    </Button>
  )
}
