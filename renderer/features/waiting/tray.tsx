import { useId, useRef } from 'react'
import type { LinkId } from '../../../main/contract/ties.ts'
import type { AgentView } from '../../../main/contract/views.ts'
import type { GatheringId } from '../../../main/contract/gatherings.ts'
import { act } from '../../act.ts'
import { listedGatherings } from '../../gathered.ts'
import { FaceView, useFace } from '../../components/avatar.tsx'
import { visible } from '../../components/hygiene.ts'
import { Icon, Sign } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { takeFocus } from '../../components/take-focus.ts'
import { Since } from '../../components/time.tsx'
import { KeyCaps } from '../../keys/key-caps.tsx'
import { useMirrorList } from '../../store.ts'
import { ProposalActs } from '../cards/proposal-card.tsx'
import { steer } from '../gathering/gathering-acts.ts'
import { openLinks } from '../side/links-of.ts'
import { goToThing } from './go-to-card.ts'
import { NotifyChoice } from './notify-choice.tsx'
import { waitingFor, type WaitingThing } from './waiting-list.ts'
import './tray.css'

/** The amber chip of the status line, and the list that it opens: everything that waits, over all tabs. */
export function Tray({ agents }: { readonly agents: readonly AgentView[] }) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const links = useMirrorList((now) => openLinks(now.links))
  const gatherings = useMirrorList((now) => listedGatherings(now.gatherings))
  const things = waitingFor(agents, links, gatherings)
  if (things.length === 0) return null
  const go = (thing: WaitingThing) => {
    list.current?.hidePopover()
    goToThing(thing)
  }
  return (
    <>
      <button type="button" className="chip needs" popoverTarget={id}>
        <span className="st needs">
          <Sign of="needs" />
          <span>
            {things.length} waiting<span className="hide-40"> for you</span>
          </span>
        </span>
      </button>
      <div ref={list} id={id} className="tray" popover="auto" role="dialog" aria-label="Waiting for you">
        <div className="top">
          <h2 className="grow">Waiting for you</h2>
          <KeyCaps of="nextWaiting" />
        </div>
        <ul>
          {things.map((thing, at) => (
            <Row
              key={thing.key}
              thing={thing}
              isFirst={at === 0}
              onGo={() => go(thing)}
              onLeave={() => list.current?.hidePopover()}
            />
          ))}
        </ul>
        <div className="foot">
          <NotifyChoice />
        </div>
      </div>
    </>
  )
}

/** The answers to a link whose budget is used up, without going there. */
function RestActs({ link, name }: { readonly link: LinkId; readonly name: string }) {
  return (
    <div className="acts">
      <button
        type="button"
        className="btn"
        aria-label={`Extend the link ${name}`}
        onClick={() => void act('links.change', { id: link, extend: true })}
      >
        Extend (8 more)
      </button>
      <button
        type="button"
        className="btn"
        aria-label={`Close the link ${name}`}
        onClick={() => void act('links.close', { id: link })}
      >
        Close
      </button>
    </div>
  )
}

interface GatheringActsProps {
  readonly thing: WaitingThing & { readonly gathering: GatheringId }
  /** A sheet is about to open over the list. */
  readonly onLeave: () => void
}

/** The answers to a gathering's question, without going there; who has the piece goes there. */
function GatheringActs({ thing, onLeave }: GatheringActsProps) {
  const { gathering, needs, words, agentName } = thing
  if (needs === 'proposal') return <ProposalActs id={gathering} about={visible(words)} onLeave={onLeave} />
  if (needs !== 'cap') return null
  return (
    <div className="acts">
      <button
        type="button"
        className="btn"
        aria-label={`Go on: ${visible(agentName)}`}
        onClick={() => void steer(gathering, 'resume')}
      >
        Go on
      </button>
      <button
        type="button"
        className="btn"
        aria-label={`End with a harvest: ${visible(agentName)}`}
        onClick={() => void steer(gathering, 'close')}
      >
        End with a harvest
      </button>
    </div>
  )
}

interface RowProps {
  readonly thing: WaitingThing
  readonly isFirst: boolean
  readonly onGo: () => void
  readonly onLeave: () => void
}

function Row({ thing, isFirst, onGo, onLeave }: RowProps) {
  const face = useFace({ kind: 'agent', id: thing.agent }, thing.agentName)
  const { gathering, needs } = thing
  const isAgents = thing.link === null && (gathering === null || needs === 'proposal')
  return (
    <li data-hue={face.hue}>
      <button ref={isFirst ? takeFocus : undefined} type="button" onClick={onGo}>
        {isAgents ? (
          <FaceView face={face} size="sm" />
        ) : (
          <Icon name={gathering === null ? 'link' : 'gather'} />
        )}
        <span className="clip grow">
          <Name name={thing.agentName} pigment={isAgents} /> <SafeText text={thing.words} />
        </span>
        {thing.since !== null && <Since at={thing.since} className="faint" />}
        <span className="go">Go</span>
      </button>
      {thing.link !== null && <RestActs link={thing.link} name={visible(thing.agentName)} />}
      {gathering !== null && <GatheringActs thing={{ ...thing, gathering }} onLeave={onLeave} />}
    </li>
  )
}
