import { useMemo } from 'react'
import type { AgentId, Author } from '../../../main/contract/model.ts'
import { useFace } from '../../components/avatar.tsx'
import { withoutTerminalStyle } from '../../components/hygiene.ts'
import { Icon, Sign } from '../../components/icon.tsx'
import { Name, SafeText } from '../../components/safe-text.tsx'
import { useMirror } from '../../store.ts'
import { messageIn, type ToolCall } from './blocks.ts'
import { ReceiptSign } from './receipt-sign.tsx'
import { useReceipt } from './receipt.ts'
import { firstLine, inputOf, textIn } from './tool-words.ts'

/** What this agent wrote to another, and what became of it. The whole of it opens below. */
export function SentLine({ call }: { readonly call: ToolCall }) {
  const input = useMemo(() => inputOf(call.entry.text), [call.entry.text])
  const target = textIn(input, 'target', 'agent', 'to')
  const message = textIn(input, 'message')
  const author = useTarget(target)
  const face = useFace(author, target)
  const failed = call.result?.isError === true
  return (
    <details className="sent" data-hue={face.hue} data-n={call.entry.n}>
      <summary>
        <Icon name="out" />
        <span className="clip">
          {failed ? 'Could not write to ' : 'Wrote to '}
          <Name name={target === '' ? 'an agent' : target} pigment />: “<SafeText text={firstLine(message)} />
          ”
        </span>
        <Fate call={call} />
      </summary>
      <p className="tail" dir="auto">
        <SafeText text={message} />
      </p>
      {failed && (
        <p className="tail failed">
          <SafeText text={withoutTerminalStyle(call.result?.text ?? '')} />
        </p>
      )}
    </details>
  )
}

/** The agent that a tool call names, if it is (still) here. */
function useTarget(name: string): Author {
  const id = useMirror((now) => {
    const wanted = name.trim().toLowerCase()
    return Object.values(now.agents).find((agent) => agent.name.toLowerCase() === wanted)?.id
  })
  return useMemo(() => ({ kind: 'agent', id: id ?? ('agt-' as AgentId) }), [id])
}

function Fate({ call }: { readonly call: ToolCall }) {
  const receipt = useReceipt(call.result && !call.result.isError ? messageIn(call.result.text) : null)
  if (call.result?.isError) {
    return (
      <span className="st fail">
        <Sign of="fail" />
        failed
      </span>
    )
  }
  if (!call.result) return <span className="st work">sending</span>
  return (
    receipt && (
      <span className="receipt">
        <ReceiptSign of={receipt.sign} />
        <SafeText text={receipt.words} />
      </span>
    )
  )
}
