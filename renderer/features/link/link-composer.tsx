import { useRef, useState } from 'react'
import type { LinkView } from '../../../main/contract/links/link-views.ts'
import type { Settings } from '../../../main/contract/app/settings.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { Button } from '../../components/button.tsx'
import { visible } from '../../components/hygiene.ts'
import { Composer, SendVerb } from '../../entities/draft/composer.tsx'
import { sendWay, verbOf } from '../../entities/draft/composer-words.ts'
import { composing } from '../../entities/draft/composing.ts'
import { AttachButton, AttachmentChips, unshownTo } from '../../entities/draft/attachment-chips.tsx'
import { useComposing } from '../../entities/draft/use-composing.ts'
import { useAttaching } from '../../entities/draft/use-attaching.ts'
import { toAgents, useDraft } from '../../entities/draft/send.ts'
import { confirmCloseLink } from '../../entities/link/link-acts.ts'
import { listed, raisesLimitByWord } from '../../entities/link/link-words.ts'
import { useMirror, useMirrorList } from '../../state/store.ts'
import { keepTo, lastTo, type LinkTarget } from '../../entities/link/link-memory.ts'
import { WordChoice } from './mode-choice.tsx'

/** Writes to all members of a link, or to one. The draft is kept until all have received it. */
export function LinkComposer({ link, onSent }: { readonly link: LinkView; readonly onSent: () => void }) {
  const members = useMirrorList((now) =>
    link.members.flatMap((id): AgentView[] => (now.agents[id] ? [now.agents[id]] : [])),
  )
  const draft = useDraft(link.id)
  const attaching = useAttaching(link.id)
  const canSend = draft.canSend && attaching.coming === 0
  const [to, setTo] = useState(() => lastTo(link.id))
  const chosen = members.filter((one) => one.id === to)
  const targets = chosen.length > 0 ? chosen : members
  const notes = useComposing(
    targets.map(({ id }) => id),
    draft.text,
    attaching,
  )
  const enter = useMirror((now) => now.status?.settings.enter ?? 'queue')
  const input = useRef<HTMLTextAreaElement>(null)
  const send = async (isMod: boolean) => {
    if (targets.length === 0 || !canSend) return
    if (await draft.send(toAgents(targets, (agent) => sendWay(agent, enter, isMod)))) onSent()
    input.current?.focus()
  }
  const choose = (next: LinkTarget) => {
    // Before the receivers change: the focus event still counts for the former ones.
    input.current?.focus()
    // The text is no longer for the others: release what waited for it.
    if (next !== 'all') for (const { id } of members) if (id !== next) composing.left(id)
    setTo(next)
    keepTo(link.id, next)
  }
  const write = (text: string) => {
    draft.write(text)
    notes.typed(text)
  }
  return (
    <Composer
      draft={{ ...draft, write }}
      input={input}
      label={`Message to ${visible(listed(targets.map((one) => one.name)))}`}
      placeholder={linkHint(link, members, targets)}
      keys={{ send: () => void send(false), steer: () => void send(true) }}
      onFocus={notes.onFocus}
      onPress={notes.onPress}
      above={
        <AttachmentChips
          attaching={attaching}
          unshown={unshownTo(targets, attaching.attachments)}
          input={input}
        />
      }
    >
      <AttachButton onFiles={attaching.add} />
      {members.length > 1 && <ToWhom members={members} targets={targets} onChoose={choose} />}
      <span className="grow" />
      <Button variant="ghost" onClick={() => confirmCloseLink(link)}>
        Close link
      </Button>
      <Button
        variant="primary"
        aria-disabled={!canSend || targets.length === 0}
        onClick={() => void send(false)}
      >
        <SendVerb verb={verbFor(targets, enter)} /> <kbd aria-hidden="true">↵</kbd>
      </Button>
    </Composer>
  )
}

interface ToWhomProps {
  readonly members: readonly AgentView[]
  readonly targets: readonly AgentView[]
  readonly onChoose: (to: LinkTarget) => void
}

function ToWhom({ members, targets, onChoose }: ToWhomProps) {
  const words = members.map((one) => ({ value: one.id, word: visible(one.name) }))
  const [only, ...others] = targets
  return (
    <WordChoice<LinkTarget>
      label="Whom you write to"
      words={[{ value: 'all', word: members.length === 2 ? 'Both' : 'All' }, ...words]}
      chosen={only !== undefined && others.length === 0 ? only.id : 'all'}
      onChoose={onChoose}
    />
  )
}

type Target = Pick<AgentView, 'name' | 'closed'>

const everybody = (count: number): string => (count === 2 ? 'both' : 'all')

/** The placeholder: to whom the text goes, and what it causes. */
export function linkHint(
  link: Pick<LinkView, 'mode' | 'pauseReason' | 'machines'>,
  members: readonly Target[],
  targets: readonly Target[],
): string {
  const to = targets.length > 1 ? everybody(members.length) : visible(targets[0]?.name ?? '')
  const closed = targets.filter((one) => one.closed).map((one) => visible(one.name))
  const wait = closed.length === 0 ? '' : ` ${closedWords(closed)} until you reopen ${tabs(closed.length)}.`
  const { mode, pauseReason } = link
  const after =
    pauseReason === 'off'
      ? 'Links stay off.'
      : mode === 'paused'
        ? 'The link stays paused.'
        : raisesLimitByWord(link)
          ? 'Your message sets the message count back to 0.'
          : ''
  return `Write to ${to}.${wait} ${wait !== '' && targets.length === 1 ? '' : after}`.trim()
}

const closedWords = (names: readonly string[]): string =>
  `${listed(names)} ${names.length === 1 ? 'is' : 'are'} closed: your message waits`

const tabs = (count: number): string => (count === 1 ? 'the tab' : 'the tabs')

/** What Enter does, if it does the same for all receivers. */
function verbFor(targets: readonly AgentView[], enter: Settings['enter']): string {
  const verbs = new Set(targets.map((agent) => verbOf(sendWay(agent, enter, false))))
  const [verb] = verbs
  return verbs.size === 1 && verb !== undefined ? verb : 'Send'
}
