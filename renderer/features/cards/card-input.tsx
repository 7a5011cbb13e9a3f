import { useMemo, useState, type MouseEvent } from 'react'
import { Button } from '../../components/button.tsx'
import { DiffCard, mostLines } from '../../components/diff.tsx'
import { Markdown } from '../../components/markdown/markdown.tsx'
import { SafeText } from '../../components/safe-text.tsx'
import { linesOfChange } from '../../entities/tool/change-lines.ts'
import { callText, type FileDiff, type ToolCall } from '../../../main/contract/agents/tool-calls.ts'
import { classes } from '../../components/classes.ts'
import css from './cards.module.css'
import { flushSync } from 'react-dom'
import type { Card } from '../../../main/contract/api/model.ts'
import type { RequestAnswers } from '../../../main/contract/api/answers.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { errorWords } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { toast } from '../../state/view-store.ts'

interface AskedInputProps {
  /** Id of the text that describes the card to screen readers. */
  readonly id: string
  readonly tool: ToolCall
  readonly input: string
  readonly diffs: readonly FileDiff[]
  /** Complete and untruncated: lines can be numbered. */
  readonly isWhole: boolean
}

/** Shows exactly what would run: file changes as diffs, anything else as text. */
export function AskedInput({ id, tool, input, diffs, isWhole }: AskedInputProps) {
  const files = useMemo(() => filesOf(diffs), [diffs])
  const frame = (label: string) => ({
    'data-part': 'asked',
    tabIndex: 0,
    'aria-label': label,
    'aria-describedby': id,
  })
  const count = files.reduce((sum, { made }) => sum + made.lines.length, 0)
  if (tool.kind === 'switch_mode') {
    return (
      <div className={classes('well', css.cmd, css.plan)} role="region" {...frame('The plan')}>
        <div id={id} className="prose">
          <Markdown text={input} />
        </div>
      </div>
    )
  }
  const text = callText({ ...tool, diffs }, input)
  // The diff table shows at most `mostLines`; here the user must see every one.
  if (files.length === 0 || count > mostLines) {
    return (
      <pre className={classes('well', css.cmd)} role="group" {...frame('What it would run')}>
        <span id={id}>
          {text === '' ? <span className="muted">No input</span> : <SafeText text={text} />}
        </span>
      </pre>
    )
  }
  return (
    <div className={classes('well', css.cmd, css.whole)} role="region" {...frame('The change')}>
      <div id={id}>
        {files.map(({ path, made }, at) => (
          <DiffCard
            key={path}
            path={path}
            lines={made.lines}
            isNumbered={isWhole && made.isNumbered}
            isPart={!isWhole}
            isWhole
          >
            {input !== '' && at === files.length - 1 && (
              <SafeText as="p" className={css.besides} text={input} />
            )}
          </DiffCard>
        ))}
      </div>
    </div>
  )
}

function filesOf(diffs: readonly FileDiff[]) {
  const paths = [...new Set(diffs.map(({ path }) => path))]
  return paths.map((path) => ({ path, made: linesOfChange(diffs.filter((diff) => diff.path === path)) }))
}

/**
 * Loads the input of a card: a long one arrives truncated, and `look` fetches all of it. `hidden`: characters
 * not shown. `hash` identifies what is shown; it is null until that is everything, because only then the user
 * may allow it.
 */
export function useCardInput(agent: AgentView, card: Card) {
  const [whole, setWhole] = useState<RequestAnswers['cards.look'] | null>(null)
  const [isLooking, setLooking] = useState(false)
  const look = async ({ currentTarget }: MouseEvent): Promise<void> => {
    const frame = currentTarget.closest('[data-part=card]')
    setLooking(true)
    try {
      const found = await ask('cards.look', { agent: agent.id, card: card.id })
      flushSync(() => setWhole(found))
      frame?.querySelector<HTMLElement>('[data-part=asked]')?.focus()
    } catch (error) {
      toast(errorWords(error), { isError: true })
    }
    setLooking(false)
  }
  const { input, diffs, hidden, hash } = whole ? { ...whole, hidden: 0 } : { ...card, diffs: card.tool.diffs }
  return { input, diffs, hidden, hash, isLooking, look }
}

export function HiddenPart({
  asked: { hidden, isLooking, look },
}: {
  readonly asked: ReturnType<typeof useCardInput>
}) {
  if (hidden === 0) return null
  return (
    <p className={classes('row', css.unseen)} data-part="unseen">
      <span className="grow">
        <b className="num">
          {hidden.toLocaleString('en')} {hidden === 1 ? 'character is' : 'characters are'} not shown.
        </b>{' '}
        Read all of it before you allow it.
      </span>
      <Button variant="primary" disabled={isLooking} onClick={(event) => void look(event)}>
        Show all
      </Button>
    </p>
  )
}
