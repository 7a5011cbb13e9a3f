import { useId, useState, type KeyboardEvent } from 'react'
import type { AgentId } from '../../../main/contract/model.ts'
import { Problem } from '../../components/problem.tsx'
import { draftOf, keepDraft, toast, useView } from '../../view-store.ts'
import { directionOf } from '../composer/direction.ts'
import { sendDraft } from '../composer/send.ts'
import { excessOf } from '../composer/size.ts'
import { FirstBar } from './first-bar.tsx'
import { createAgent, freshFields } from './new-agent.tsx'
import { refusedBy, type Refused } from './refusals.ts'

/** Under this the first words are kept while there is no agent that they could belong to. */
const nobody = 'first'

/** The composer of the first screen: makes an agent and sends it what stands here. */
export function FirstWords() {
  const [fields, setFields] = useState(() => freshFields(null))
  const words = useView((now) => draftOf(now, nobody).text)
  const [refused, setRefused] = useState<Refused | null>(null)
  const [isSent, setSent] = useState(false)
  const excess = excessOf(words)
  const begin = async () => {
    if (isSent || excess !== null) return
    setSent(true)
    try {
      await hand(await createAgent(fields), words)
    } catch (error) {
      setRefused(refusedBy(error))
      setSent(false)
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const composes = event.nativeEvent.isComposing || event.keyCode === 229
    if (event.key !== 'Enter' || event.shiftKey || composes) return
    event.preventDefault()
    void begin()
  }
  const problemId = useId()
  const trouble = excess ?? refused?.words ?? ''
  return (
    <form
      className="composer"
      aria-label="First agent"
      onSubmit={(event) => {
        event.preventDefault()
        void begin()
      }}
    >
      <textarea
        rows={3}
        autoFocus
        dir={directionOf(words)}
        aria-label="Message to the first agent"
        placeholder="What should it look at first?"
        value={words}
        onChange={(event) => keepDraft(nobody, event.target.value)}
        onKeyDown={onKeyDown}
      />
      {trouble !== '' && (
        <div className="composer-problem">
          <Problem text={trouble} id={problemId} />
        </div>
      )}
      <FirstBar
        fields={fields}
        onChange={setFields}
        canStart={!isSent}
        wrong={excess === null ? (refused?.field ?? null) : null}
        problemId={problemId}
      />
    </form>
  )
}

/** Gives the words to the agent that is there now. They are its draft until main has them. */
async function hand(agent: AgentId, words: string) {
  if (words.trim() === '') return
  keepDraft(agent, words)
  keepDraft(nobody, '')
  const wrong = await sendDraft(agent)
  if (wrong) toast(wrong.words, { isError: true })
}
