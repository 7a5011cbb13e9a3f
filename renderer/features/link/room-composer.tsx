import { useRef, type RefObject } from 'react'
import type { LinkView } from '../../../main/contract/links/link-views.ts'
import { mentionsIn } from '../../../main/contract/links/mentions.ts'
import { Button } from '../../components/button.tsx'
import { visible } from '../../components/hygiene.ts'
import { Options, optionAria, useOptions } from '../../components/options.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { Composer, SendVerb } from '../../entities/draft/composer.tsx'
import { useDraft } from '../../entities/draft/send.ts'
import { useTypedMention } from '../../entities/draft/use-typed-mention.ts'
import { confirmCloseLink } from '../../entities/link/link-acts.ts'
import { linkNames, listed, memberName } from '../../entities/link/link-words.ts'
import { ask } from '../../state/connection.ts'
import { useMirror } from '../../state/store.ts'

interface RoomComposerProps {
  readonly link: LinkView
  readonly onSent: () => void
}

/** For a link that the user is a member of: a mention starts the member's turn. */
export function RoomComposer({ link, onSent }: RoomComposerProps) {
  const agents = useMirror((now) => now.agents)
  const user = useMirror((now) => now.status?.user ?? '')
  const draft = useDraft(link.id)
  const input = useRef<HTMLTextAreaElement>(null)
  const names = link.members.map((id) => memberName(id, agents, link))
  const said = mentionsIn(
    draft.text,
    names.map((name) => ({ name })),
    [user],
  )
  const mentions = useMentionList([...names, 'all'], draft, input)
  const send = async (quiet: boolean) => {
    const isSent = await draft.send(({ text }) => ask('links.say', { id: link.id, message: text, quiet }))
    if (isSent) onSent()
    input.current?.focus()
  }
  const woken = said.all ? names : said.named.map(({ name }) => name)
  return (
    <Composer
      draft={draft}
      input={input}
      label={`Message in ${visible(linkNames(link, agents))}`}
      placeholder="Write to the link. @Name or @all starts a turn."
      keys={{ send: () => void send(false), steer: () => void send(false) }}
      onKey={(event) => mentions.list.press(event, mentions.take)}
      onCaret={mentions.moved}
      aria={optionAria(mentions.list)}
      menu={
        <Options list={mentions.list} label="Members" keyOf={(name) => name} onTake={mentions.take}>
          {(name) => <SafeText as="span" className="clip" text={`@${name}`} />}
        </Options>
      }
    >
      <span className="grow small muted clip" role="status" data-part="wakes">
        {draft.text.trim() !== '' &&
          (woken.length === 0 ? 'Starts no turn' : <SafeText text={`Starts a turn of ${listed(woken)}`} />)}
      </span>
      <Button variant="ghost" onClick={() => confirmCloseLink(link)}>
        Close link
      </Button>
      {said.unknown.length > 0 && (
        <Button aria-disabled={!draft.canSend} onClick={() => void send(true)}>
          Send without a turn
        </Button>
      )}
      <Button variant="primary" aria-disabled={!draft.canSend} onClick={() => void send(false)}>
        <SendVerb verb="Send" /> <kbd aria-hidden="true">↵</kbd>
      </Button>
    </Composer>
  )
}

function useMentionList(
  names: readonly string[],
  { text, write }: { readonly text: string; readonly write: (text: string) => void },
  input: RefObject<HTMLTextAreaElement | null>,
) {
  const { begun, take, moved } = useTypedMention({ text, write, input, names })
  const low = begun?.words.toLowerCase() ?? ''
  const fitting = names.filter((name) => name.toLowerCase().includes(low))
  // A complete name needs no menu: Enter sends.
  const isWhole = fitting.length === 1 && fitting[0]?.toLowerCase() === low
  const list = useOptions(begun === null || isWhole ? null : `${begun.from} ${begun.words}`, fitting, 0)
  return { list, moved, take }
}
