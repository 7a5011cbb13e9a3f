import { useId, useLayoutEffect, useRef } from 'react'
import type { PendingView } from '../../../main/contract/mail/mail-views.ts'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { FaceView, useFace } from '../../entities/agent/avatar.tsx'
import { Button } from '../../components/button.tsx'
import { visible } from '../../components/hygiene.ts'
import { Icon } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { passFocus, takeFocus } from '../../components/focus.ts'
import { Since } from '../../components/time.tsx'
import { askedOf } from '../../entities/tool/card-question-line.ts'
import { shortPath } from '../../entities/folder/short-path.ts'
import type { TabProposalId } from '../../../main/contract/agents/tab-proposals.ts'
import { act } from '../../state/act.ts'
import { withdrawMail } from '../../entities/message/mail-acts.ts'
import { useTabProposal, TabProposalButtons } from '../../entities/agent/tab-proposal-acts.tsx'
import { RaiseLimit } from '../../entities/budget/raise.tsx'
import { ProposalActs } from '../../entities/gathering/proposal-acts.tsx'
import { SeatActs } from '../../entities/machine/seat-acts.tsx'
import { steer } from '../../entities/gathering/gathering-acts.ts'
import { raiseLabel } from '../../entities/gathering/gathering-words.ts'
import { useMirror } from '../../state/store.ts'
import {
  PermissionActs,
  isAsking,
  isShownWhole,
  useAnswers,
  useAskedKeys,
  type Asking,
} from './permission-acts.tsx'
import type { WaitingThing } from './waiting-list.ts'
import { classes } from '../../components/classes.ts'
import css from './tray.module.css'

interface TrayRowProps {
  readonly thing: WaitingThing
  readonly isFirst?: boolean
  readonly onGo: () => void
  /** Called before a dialog opens over the list. */
  readonly onLeave: () => void
}

export function TrayRow(props: TrayRowProps) {
  const { thing } = props
  if (isAsking(thing)) return <AskedRow {...props} thing={thing} />
  const { spender, raiseBy } = thing
  return (
    <li data-thing={thing.key}>
      <Go {...props} />
      {thing.tabProposal !== undefined && <TabProposalActs {...props} tabProposal={thing.tabProposal} />}
      <GatheringActs {...props} />
      {thing.circle !== undefined && thing.isHeld && (
        <SeatActs circle={thing.circle} about={visible(thing.agentName)} />
      )}
      {thing.own && <OwnActs agent={thing.agent} own={thing.own} about={visible(thing.agentName)} />}
      {spender && (
        <div className="acts">
          <RaiseLimit spender={spender} by={raiseBy} />
        </div>
      )}
    </li>
  )
}

/** A card of the agent's program. A truncated input, or a choice, needs the card. */
function AskedRow(props: TrayRowProps & { readonly thing: Asking }) {
  const { thing } = props
  const { card, cwd } = thing.asks
  const about = useId()
  const row = useRef<HTMLLIElement>(null)
  useLayoutEffect(() => {
    const here = row.current
    return () => passFocus(here)
  }, [])
  const { text } = askedOf(card)
  const answering = useAnswers(thing)
  const keys = useAskedKeys(row, answering)
  const isHere = isShownWhole(card)
  return (
    <li ref={row} className={css.asks} data-thing={thing.key} {...(isHere ? keys : {})}>
      <Go {...props} about={about} />
      <div id={about} className={classes('small', css.asked)}>
        {text !== '' && (
          <SafeText
            as="p"
            className={card.kind === 'permission' ? 'mono break-anywhere' : undefined}
            dir="auto"
            text={text}
          />
        )}
        {card.kind === 'permission' && (
          <p className="faint">
            in <SafeText text={shortPath(cwd)} />
            {!isHere && ' · full text on the card'}
          </p>
        )}
      </div>
      {isHere && <PermissionActs answering={answering} name={thing.agentName} about={about} />}
    </li>
  )
}

function Go({ thing, isFirst, onGo, about }: TrayRowProps & { readonly about?: string }) {
  const face = useFace({ kind: 'agent', id: thing.agent }, thing.agentName)
  const isAgents = thing.circle === undefined && (thing.gathering === null || thing.needs === 'proposal')
  return (
    <button
      ref={isFirst ? takeFocus : undefined}
      type="button"
      className={classes('row gap-5', css.goTo)}
      data-hue={face.hue}
      aria-describedby={about}
      onClick={onGo}
    >
      {isAgents ? <FaceView face={face} size="sm" /> : <Icon name="gather" />}
      <span className="clip grow break-anywhere">
        {isAgents ? (
          <Name name={thing.agentName} pigment />
        ) : (
          <strong>
            <Name name={thing.agentName} />
          </strong>
        )}{' '}
        <SafeText text={thing.words} />
      </span>
      {thing.since !== null && <Since at={thing.since} className="faint no-shrink" />}
      <span className={classes('medium no-shrink', css.go)}>Go</span>
    </button>
  )
}

function TabProposalActs({
  thing,
  tabProposal,
  onLeave,
}: TrayRowProps & { readonly tabProposal: TabProposalId }) {
  const answers = useTabProposal(thing.agent, tabProposal, onLeave)
  return <TabProposalButtons answers={answers} about={visible(`${thing.agentName} ${thing.words}`)} />
}

interface OwnActsProps {
  readonly agent: AgentId
  readonly own: readonly PendingView[]
  readonly about: string
}

/** For the user's own messages that wait since a turn was stopped: answers them all. */
function OwnActs({ agent, own, about }: OwnActsProps) {
  return (
    <div className="acts">
      <Button
        aria-label={`Send your message: ${about}`}
        onClick={() => own.forEach(({ id }) => void act('messages.release', { id }))}
      >
        Send
      </Button>
      <Button
        aria-label={`Withdraw your message: ${about}`}
        onClick={() => own.forEach((message) => void withdrawMail(agent, message))}
      >
        Withdraw
      </Button>
    </div>
  )
}

/** Answers a gathering's question in place; a turn with the piece needs the gathering. */
function GatheringActs({ thing, onLeave }: TrayRowProps) {
  const { gathering, needs, words, agentName } = thing
  const raise = useMirror((now) => raiseLabel(gathering === null ? undefined : now.gatherings[gathering]))
  if (gathering === null) return null
  if (needs === 'proposal') return <ProposalActs id={gathering} about={visible(words)} onLeave={onLeave} />
  if (needs !== 'cap' && needs !== 'paused') return null
  return (
    <div className="acts">
      <Button
        aria-label={`${needs === 'cap' ? raise : 'Resume'}: ${visible(agentName)}`}
        onClick={() => void steer(gathering, 'resume')}
      >
        {needs === 'cap' ? raise : 'Resume'}
      </Button>
      <Button
        aria-label={`End with a harvest: ${visible(agentName)}`}
        onClick={() => void steer(gathering, 'close')}
      >
        End with a harvest
      </Button>
    </div>
  )
}
