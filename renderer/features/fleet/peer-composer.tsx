import { useLayoutEffect, useRef } from 'react'
import type { AgentId } from '../../../main/contract/api/model.ts'
import { Composer, toEnd } from '../../entities/draft/composer.tsx'
import { toAgents, useDraft } from '../../entities/draft/send.ts'
import { takeFocus } from '../../components/focus.ts'
import { visible } from '../../components/hygiene.ts'

interface PeerComposerProps {
  readonly peer: AgentId
  /** As it is called here, "Bob@attic". */
  readonly name: string
}

/** Where the person writes to an agent of another house. Each of their messages asks for an answer. */
export function PeerComposer({ peer, name }: PeerComposerProps) {
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
      placeholder="Ask it something; the answer comes here."
      rows={2}
      keys={{ send: () => void send() }}
    >
      <span className="grow" />
      <button
        type="button"
        className="btn primary"
        aria-disabled={!draft.canSend}
        onClick={() => void send()}
      >
        Send <kbd aria-hidden="true">↵</kbd>
      </button>
    </Composer>
  )
}
