import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import type { LinkView } from '../../../main/contract/link-views.ts'
import type { AgentView } from '../../../main/contract/views.ts'
import { visible } from '../../components/hygiene.ts'
import { Problem } from '../../components/problem.tsx'
import { isPressed } from '../../keys/chord.ts'
import { chordsHere, isMac } from '../../keys/keys-here.ts'
import { useMirror, useMirrorList } from '../../store.ts'
import { useView } from '../../view-store.ts'
import { sendWay } from '../composer/composer-words.ts'
import { directionOf } from '../composer/direction.ts'
import { heldWords, type SendProblem } from '../composer/send.ts'
import { excessOf } from '../composer/size.ts'
import { closeLink } from './link-acts.ts'
import { keepLinkDraft, rememberLinkDrafts, useLinkDraft } from './link-draft.ts'
import { listed } from './members.ts'
import { WordChoice } from './mode-choice.tsx'
import { sendToMembers, stopWriting, tellWriting, verbFor } from './send-to-members.ts'
import '../composer/composer.css'

/** Where the person writes to all members of a link, or to one. What stands here is kept on this machine. */
export function LinkComposer({ link }: { readonly link: LinkView }) {
  const members = useMirrorList((now) =>
    link.members.flatMap((id): AgentView[] => (now.agents[id] ? [now.agents[id]] : [])),
  )
  const draft = useLinkDraft(link.id)
  const chosen = members.filter((one) => one.id === draft.to)
  const targets = chosen.length > 0 ? chosen : members
  const [problem, setProblem] = useState<SendProblem | null>(null)
  const [isSending, setSending] = useState(false)
  const snapshots = useMirror((now) => now.snapshots)
  const enter = useMirror((now) => now.status?.settings.enter ?? 'queue')
  const input = useRef<HTMLTextAreaElement>(null)
  useFocusOnce(input)
  useEffect(() => {
    window.addEventListener('pagehide', rememberLinkDrafts)
    return () => {
      window.removeEventListener('pagehide', rememberLinkDrafts)
      rememberLinkDrafts()
    }
  }, [])
  const excess = excessOf(draft.text)
  const trouble = excess ?? heldWords(problem, snapshots)
  const canSend = draft.text.trim() !== '' && excess === null && !isSending && targets.length > 0
  const ids = targets.map((one) => one.id)

  const send = async (isMod: boolean) => {
    if (!canSend) return
    setSending(true)
    setProblem(await sendToMembers(link.id, targets, (agent) => sendWay(agent, enter, isMod)))
    setSending(false)
    input.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    const is = (name: 'send' | 'steer') =>
      chordsHere(name).some((chord) => isPressed(chord, event.nativeEvent, isMac))
    if (!is('send') && !is('steer')) return
    event.preventDefault()
    void send(is('steer'))
  }
  const choose = (to: typeof draft.to) => {
    const next = to === 'all' ? link.members : [to]
    stopWriting(ids.filter((id) => !next.includes(id)))
    keepLinkDraft(link.id, { to })
    input.current?.focus()
  }
  return (
    <>
      {trouble !== '' && (
        <div className="composer-problem">
          <Problem text={trouble} id="composer-problem" />
        </div>
      )}
      <div className="composer">
        <textarea
          ref={input}
          rows={1}
          value={draft.text}
          dir={directionOf(draft.text)}
          aria-label={`Message to ${visible(listed(targets.map((one) => one.name)))}`}
          aria-describedby={trouble === '' ? undefined : 'composer-problem'}
          placeholder={hintFor(link, members, targets)}
          onChange={(event) => {
            keepLinkDraft(link.id, { text: event.target.value })
            tellWriting(ids, event.target.value)
            setProblem(null)
          }}
          onKeyDown={onKeyDown}
        />
        <div className="bar">
          {members.length > 1 && (
            <ToWhom
              members={members}
              to={targets.length === 1 ? targets[0]?.id : undefined}
              onChoose={choose}
            />
          )}
          <span className="grow" />
          <button type="button" className="btn ghost" onClick={() => closeLink(link)}>
            Close link
          </button>
          <button
            type="button"
            className="btn primary"
            aria-disabled={!canSend}
            onClick={() => void send(false)}
          >
            {verbFor(targets, enter)} <kbd aria-hidden="true">↵</kbd>
          </button>
        </div>
      </div>
    </>
  )
}

const everybody = (count: number) => (count === 2 ? 'both' : 'all')

function hintFor({ budget }: LinkView, members: readonly AgentView[], targets: readonly AgentView[]): string {
  const [first] = targets
  const to = targets.length > 1 ? everybody(members.length) : visible(first?.name ?? '')
  return `Write to ${to}. A word from you starts a new episode of ${budget}.`
}

interface ToWhomProps {
  readonly members: readonly AgentView[]
  /** The only one that is meant; all without it. */
  readonly to: AgentView['id'] | undefined
  readonly onChoose: (to: 'all' | AgentView['id']) => void
}

/** Whom the words are for. */
function ToWhom({ members, to, onChoose }: ToWhomProps) {
  const all = members.length === 2 ? 'Both' : 'All'
  const words = members.map((one) => ({ value: one.id, word: visible(one.name) }))
  return (
    <WordChoice<'all' | AgentView['id']>
      label="Whom you write to"
      words={[{ value: 'all', word: all }, ...words]}
      chosen={to ?? 'all'}
      onChoose={onChoose}
    />
  )
}

/** Takes the focus once, when the link comes into view; under a sheet, when that has gone. */
function useFocusOnce(input: RefObject<HTMLTextAreaElement | null>) {
  const isCovered = useView((now) => now.panel !== null)
  const isFresh = useRef(true)
  useEffect(() => {
    if (isCovered || !isFresh.current) return
    isFresh.current = false
    input.current?.focus({ preventScroll: true })
  }, [input, isCovered])
}
