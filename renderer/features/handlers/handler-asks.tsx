import { useMemo } from 'react'
import type { HandlerAskView } from '../../../main/contract/handlers/handlers.ts'
import { Button } from '../../components/button.tsx'
import { visible } from '../../components/hygiene.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { CardFrame, type AskingProps } from '../../entities/card/card-frame.tsx'
import { readMail } from '../../entities/message/mail-acts.ts'
import { firstWords } from '../../entities/message/mail-words.ts'
import { act } from '../../state/act.ts'
import { useSent } from '../../state/use-sent.ts'

export const HandlerAsks = ({ agent, onAnswered }: AskingProps) =>
  agent.handlers.asks.map((one) => (
    <Ask key={`${one.handler} ${one.message}`} agent={agent} ask={one} onAnswered={onAnswered} />
  ))

function Ask({ agent, ask, onAnswered }: AskingProps & { readonly ask: HandlerAskView }) {
  const { isSent, send } = useSent(onAnswered)
  const { handler, message, name, command, fromName, preview, at } = ask
  const { id } = agent
  const keys = useMemo(() => {
    if (isSent) return null
    const say = (decision: 'yes' | 'no') => () =>
      void send(act('handlers.answer', { agent: id, id: handler, message, decision }))
    return {
      1: say('yes'),
      2: say('no'),
      3: () => readMail({ id: message, fromName }),
    }
  }, [isSent, send, id, handler, message, fromName])
  const what = command === null ? `close the tab of ${visible(agent.name)}` : `run ${visible(command)}`
  return (
    <CardFrame
      card={{ id: message, askedAt: at }}
      title={`Your rule “${visible(name)}” asks: ${what}?`}
      keys={keys}
    >
      <p className="break-anywhere" dir="auto">
        {visible(fromName)}: “<SafeText text={firstWords(preview)} />”
      </p>
      <p className="muted">The message was delivered as usual; nothing is done until you agree.</p>
      <div className="acts">
        <Button disabled={keys === null} onClick={() => keys?.[1]()}>
          <kbd aria-hidden="true">1</kbd> {command === null ? 'Close the tab' : `Run ${visible(command)}`}
        </Button>
        <Button disabled={keys === null} onClick={() => keys?.[2]()}>
          <kbd aria-hidden="true">2</kbd> No
        </Button>
        <Button onClick={() => readMail({ id: message, fromName })}>
          <kbd aria-hidden="true">3</kbd> Show the message
        </Button>
      </div>
    </CardFrame>
  )
}
