import { useEffect, useRef, useState } from 'react'
import type { LinkView } from '../../../main/contract/link-views.ts'
import type { LinkId } from '../../../main/contract/ties.ts'
import type { AgentView } from '../../../main/contract/views.ts'
import { visible } from '../../components/hygiene.ts'
import { useMirror, useMirrorList } from '../../state/store.ts'
import { sendWay, type SendWay } from '../../entities/draft/composer-words.ts'
import { heldWords, type SendProblem } from '../../entities/draft/send.ts'
import { excessOf } from '../../entities/draft/size.ts'
import { WordsField, WordsProblem } from '../../entities/draft/words-field.tsx'
import { closeLink } from '../../entities/link/link-acts.ts'
import { keepLinkDraft, rememberLinkDrafts, useLinkDraft, type LinkDraft } from './link-memory.ts'
import { listed } from '../../entities/link/link-words.ts'
import { WordChoice } from './mode-choice.tsx'
import { sendToMembers, stopWriting, tellWriting, verbFor } from './send-to-members.ts'

interface ComposerProps {
  readonly link: LinkView
  /** The words have gone to all for whom they were. */
  readonly onSent: () => void
}

/** Where the person writes to all members of a link, or to one. What stands here is kept on this machine. */
export function LinkComposer({ link, onSent }: ComposerProps) {
  const members = useMirrorList((now) =>
    link.members.flatMap((id): AgentView[] => (now.agents[id] ? [now.agents[id]] : [])),
  )
  const draft = useLinkDraft(link.id)
  const chosen = members.filter((one) => one.id === draft.to)
  const targets = chosen.length > 0 ? chosen : members
  const enter = useMirror((now) => now.status?.settings.enter ?? 'queue')
  const input = useRef<HTMLTextAreaElement>(null)
  useKeptDrafts()
  const { trouble, canSend, send, forget } = useSending(link.id, targets)
  const ids = targets.map((one) => one.id)
  const toEach = async (isMod: boolean) => {
    if (await send((agent) => sendWay(agent, enter, isMod))) onSent()
    input.current?.focus()
  }
  const choose = (to: LinkDraft['to']) => {
    const next = to === 'all' ? link.members : [to]
    stopWriting(link.members.filter((id) => !next.includes(id)))
    keepLinkDraft(link.id, { to })
    input.current?.focus()
  }
  return (
    <>
      <WordsProblem text={trouble} />
      <div className="composer">
        <WordsField
          input={input}
          label={`Message to ${visible(listed(targets.map((one) => one.name)))}`}
          text={draft.text}
          placeholder={linkHint(link, members, targets)}
          trouble={trouble}
          onWrite={(text) => {
            keepLinkDraft(link.id, { text })
            tellWriting(ids, text)
            forget()
          }}
          keys={{ send: () => void toEach(false), steer: () => void toEach(true) }}
        />
        <div className="bar">
          {members.length > 1 && <ToWhom members={members} targets={targets} onChoose={choose} />}
          <span className="grow" />
          <button type="button" className="btn ghost" onClick={() => closeLink(link)}>
            Close link
          </button>
          <button
            type="button"
            className="btn primary"
            aria-disabled={!canSend}
            onClick={() => void toEach(false)}
          >
            {verbFor(targets, enter)} <kbd aria-hidden="true">↵</kbd>
          </button>
        </div>
      </div>
    </>
  )
}

/** Sending, and what stands in its way. */
function useSending(link: LinkId, targets: readonly AgentView[]) {
  const { text } = useLinkDraft(link)
  const [problem, setProblem] = useState<SendProblem | null>(null)
  const [isSending, setSending] = useState(false)
  const snapshots = useMirror((now) => now.snapshots)
  const excess = excessOf(text)
  const canSend = text.trim() !== '' && excess === null && !isSending && targets.length > 0
  const send = async (wayOf: (agent: AgentView) => SendWay) => {
    if (!canSend) return false
    setSending(true)
    const left = await sendToMembers(link, targets, wayOf)
    setProblem(left)
    setSending(false)
    return left === null
  }
  return { trouble: excess ?? heldWords(problem, snapshots), canSend, send, forget: () => setProblem(null) }
}

/** What was written is on this machine when the pane or the window goes away. */
function useKeptDrafts() {
  useEffect(() => {
    window.addEventListener('pagehide', rememberLinkDrafts)
    return () => {
      window.removeEventListener('pagehide', rememberLinkDrafts)
      rememberLinkDrafts()
    }
  }, [])
}

interface ToWhomProps {
  readonly members: readonly AgentView[]
  readonly targets: readonly AgentView[]
  readonly onChoose: (to: LinkDraft['to']) => void
}

/** Whom the words are for. */
function ToWhom({ members, targets, onChoose }: ToWhomProps) {
  const words = members.map((one) => ({ value: one.id, word: visible(one.name) }))
  const [only, ...others] = targets
  return (
    <WordChoice<LinkDraft['to']>
      label="Whom you write to"
      words={[{ value: 'all', word: members.length === 2 ? 'Both' : 'All' }, ...words]}
      chosen={only !== undefined && others.length === 0 ? only.id : 'all'}
      onChoose={onChoose}
    />
  )
}

type Target = Pick<AgentView, 'name' | 'closed'>

/** All members of a link in a word. */
const everybody = (count: number): string => (count === 2 ? 'both' : 'all')

/** What stands in the empty composer of a link: to whom one writes, and what comes of it. */
export function linkHint(
  { budget, mode, rests }: Pick<LinkView, 'budget' | 'mode' | 'rests'>,
  members: readonly Target[],
  targets: readonly Target[],
): string {
  const to = targets.length > 1 ? everybody(members.length) : visible(targets[0]?.name ?? '')
  const closed = targets.filter((one) => one.closed).map((one) => visible(one.name))
  const wait = closed.length === 0 ? '' : ` ${closedWords(closed)} until you reopen ${tabs(closed.length)}.`
  const after =
    rests === 'off'
      ? 'Links are off: nothing crosses.'
      : mode === 'paused'
        ? 'The link is paused: nothing crosses.'
        : `A word from you starts a new episode of ${budget}.`
  return `Write to ${to}.${wait} ${wait !== '' && targets.length === 1 ? '' : after}`.trim()
}

const closedWords = (names: readonly string[]): string =>
  `${listed(names)} ${names.length === 1 ? 'is' : 'are'} closed: words wait there`

const tabs = (count: number): string => (count === 1 ? 'the tab' : 'the tabs')
