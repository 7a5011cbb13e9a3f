import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import { kindTitle } from '../../../main/contract/agents/kinds.ts'
import { FaceView } from '../../entities/agent/avatar.tsx'
import { upperFirst } from '../../entities/agent/agent-state.ts'
import { faceOfPeer } from '../../entities/agent/identity.ts'
import {
  askedWords,
  machineWord,
  isOffline,
  isUnseen,
  peerWord,
} from '../../entities/machine/machine-words.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { visible } from '../../components/hygiene.ts'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { act, errorWords } from '../../state/act.ts'
import { peerIdOf, peerName, type Peer } from '../../state/peers.ts'
import css from './fleet.module.css'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { Composer, toEnd } from '../../entities/draft/composer.tsx'
import { toAgents, useDraft } from '../../entities/draft/send.ts'
import { takeFocus } from '../../components/focus.ts'
import type { WrittenView } from '../../../main/contract/mail/mail-views.ts'
import { Receipt } from '../../entities/message/receipt-view.tsx'
import { Markdown } from '../../components/markdown/markdown.tsx'
import { Problem } from '../../components/problem.tsx'
import { At } from '../../components/time.tsx'
import { ask } from '../../state/connection.ts'
import { storeMessages } from '../../state/mail.ts'
import { useMirror } from '../../state/store.ts'

interface PeerDialogProps {
  readonly peer: Peer
  readonly onClose: () => void
}

export function PeerDialog({ peer, onClose }: PeerDialogProps) {
  const { machine, agent } = peer
  const name = peerName(peer)
  const id = peerIdOf(peer)
  useSeen(peer)
  return (
    <Dialog title={visible(name)} onClose={onClose}>
      <div className="sheet-body" data-part="peer">
        <div className={classes('row gap-5 break-anywhere', css.who)}>
          <FaceView face={faceOfPeer(agent)} state={{ status: agent.status, needs: null }} />
          <SafeText as="p" text={agent.role === '' ? 'It has no role.' : agent.role} />
        </div>
        <dl className={classes('stack', css.facts)}>
          <Fact title="Program">{kindTitle({ kind: agent.kind, program: null })}</Fact>
          <Fact title="Machine">
            <Name name={machine.name} />, {machineWord(machine)}
          </Fact>
          <Fact title="State">
            {upperFirst(peerWord(agent))}
            {isOffline(machine) && ' when last seen'}
          </Fact>
          <Fact title="Address">
            <span className="row baseline wrap row-gap-2">
              <strong>
                <Name name={name} />
              </strong>
              <CopyButton text={() => name} label={`Copy ${visible(name)}`} />
            </span>
            {agent.announced !== undefined && (
              <span>
                Its machine calls it “<Name name={agent.announced} />
                ”, which no agent can be called here.
              </span>
            )}
          </Fact>
          <Fact title="Messages">
            <SafeText text={askedWords(peer)} />
            {isOffline(machine) && ' Messages wait here until its machine is connected again.'}
          </Fact>
        </dl>
        <PeerMail peer={id} name={name} />
        <PeerComposer peer={id} name={name} />
      </div>
    </Dialog>
  )
}

/** Marks replies of the peer as seen while they are shown. */
function useSeen(peer: Peer) {
  const id = peerIdOf(peer)
  const isNew = isUnseen(peer)
  useEffect(() => {
    if (isNew) void act('peers.seen', { agent: id })
  }, [id, isNew])
}

function Fact({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt className="muted">{title}</dt>
      <dd className="break-anywhere">{children}</dd>
    </div>
  )
}

interface PeerComposerProps {
  readonly peer: AgentId
  /** With its machine: "Bob@attic". */
  readonly name: string
}

/** Each message to a remote agent asks for a reply. */
function PeerComposer({ peer, name }: PeerComposerProps) {
  const draft = useDraft(peer)
  const input = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => takeFocus(input.current), [])
  const send = async () => {
    await draft.send(toAgents([{ id: peer, name }], () => 'send'))
    toEnd(input.current)
  }
  return (
    <Composer
      draft={draft}
      input={input}
      label={`Message to ${visible(name)}`}
      placeholder="Ask it something; the reply appears here."
      rows={2}
      keys={{ send: () => void send() }}
    >
      <span className="grow" />
      <Button variant="primary" aria-disabled={!draft.canSend} onClick={() => void send()}>
        Send <kbd aria-hidden="true">↵</kbd>
      </Button>
    </Composer>
  )
}

/** The user of another machine, who can't be written to first. */
export function GuestDialog({ peer, onClose }: PeerDialogProps) {
  const { machine, agent } = peer
  return (
    <Dialog title={visible(peerName(peer))} onClose={onClose}>
      <div className="sheet-body" data-part="guest">
        <div className={classes('row gap-5 break-anywhere', css.who)}>
          <FaceView face={faceOfPeer(agent)} />
          <p>
            The user of the machine <Name name={machine.name} />, {machineWord(machine)}.
          </p>
        </div>
        <p>
          They can take part in gatherings and get replies when they write. Nobody on this machine can write
          to them first.
        </p>
      </div>
    </Dialog>
  )
}

interface PeerMailProps {
  readonly peer: AgentId
  /** With its machine: "Bob@attic". */
  readonly name: string
}

function PeerMail({ peer, name }: PeerMailProps) {
  const { messages, isPart, problem } = useWritten(peer)
  const list = useRef<HTMLOListElement>(null)
  const newest = messages?.at(-1)
  useEffect(() => {
    const sheet = list.current?.parentElement
    sheet?.scrollTo({ top: sheet.scrollHeight })
  }, [newest?.id, newest?.reply?.at])
  if (problem !== '') return <Problem text={problem} />
  if (messages === null || messages.length === 0) return null
  return (
    <ol className={classes('stack gap-5 break-anywhere', css.mail)} ref={list} aria-label="Your messages">
      {isPart && <li className="muted">Older ones are in the timeline.</li>}
      {messages.map((message) => (
        <Exchange key={message.id} message={message} name={name} />
      ))}
    </ol>
  )
}

function Exchange({ message, name }: { readonly message: WrittenView; readonly name: string }) {
  const { id, text, reply, acceptedAt, next } = message
  return (
    <li data-part="peer-message" data-message={id}>
      <p className="row baseline small muted">
        <strong>You</strong> <At at={acceptedAt} />
      </p>
      <p className={css.words} dir="auto">
        <SafeText text={text} />
        {next !== null && ' …'}
      </p>
      <Receipt id={id} isOwn />
      {reply !== null && (
        <div className={classes('stack gap-2', css.reply)} data-part="peer-answer">
          <p className="row baseline small muted">
            <strong>
              <Name name={name} />
            </strong>{' '}
            <At at={reply.at} />
          </p>
          <div className="prose">
            <Markdown text={reply.text} />
          </div>
        </div>
      )}
    </li>
  )
}

interface Written {
  readonly messages: readonly WrittenView[] | null
  readonly isPart: boolean
  readonly problem: string
}

function useWritten(peer: AgentId): Written {
  const [written, setWritten] = useState<Written>({ messages: null, isPart: false, problem: '' })
  const snapshots = useMirror((now) => now.snapshots)
  const timelineChanges = useMirror((now) => now.timelineChanges)
  const fleet = useMirror(
    (now) => now.status?.fleet?.machines.map(({ undelivered }) => undelivered).join() ?? '',
  )
  useEffect(() => {
    let isOld = false
    ask('messages.written', { agent: peer }).then(
      ({ items, next }) => {
        if (isOld) return
        storeMessages(items)
        setWritten({ messages: items.toReversed(), isPart: next !== null, problem: '' })
      },
      (error: unknown) => isOld || setWritten((now) => ({ ...now, problem: errorWords(error) })),
    )
    return () => void (isOld = true)
  }, [peer, snapshots, timelineChanges, fleet])
  return written
}
