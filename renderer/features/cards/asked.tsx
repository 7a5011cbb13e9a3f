import { useState, type MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import type { Card } from '../../../main/contract/api/model.ts'
import type { RequestAnswers } from '../../../main/contract/api/answers.ts'
import type { FileDiff } from '../../../main/contract/agents/tool-calls.ts'
import type { AgentView } from '../../../main/contract/api/views.ts'
import { wordsOf } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'
import { toast } from '../../state/view-store.ts'
import css from './cards.module.css'

/** What a card asks to run, as far as the person has been shown it. */
export interface Asked {
  readonly input: string
  readonly diffs: readonly FileDiff[]
  /** How many characters of it are not shown. */
  readonly hidden: number
  /** Names what is shown, if that is all; only then it can be allowed. */
  readonly hash: string | null
  readonly isLooking: boolean
  /** Shows all of it, and brings the person there. */
  readonly look: (event: MouseEvent) => Promise<void>
}

/** Long inputs come cut; the whole of one is asked for when the person wants to see it. */
export function useAsked(agent: AgentView, card: Card): Asked {
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
      toast(wordsOf(error), { isError: true })
    }
    setLooking(false)
  }
  const { input, diffs, hidden, hash } = whole ? { ...whole, hidden: 0 } : { ...card, diffs: card.tool.diffs }
  return { input, diffs, hidden, hash, isLooking, look }
}

/** Says that a part is not shown, and offers all of it; nothing where all is there. */
export function HiddenPart({ asked: { hidden, isLooking, look } }: { readonly asked: Asked }) {
  if (hidden === 0) return null
  return (
    <p className={css.unseen} data-part="unseen">
      <span className="grow">
        <b className="num">
          {hidden.toLocaleString('en')} {hidden === 1 ? 'character is' : 'characters are'} not shown.
        </b>{' '}
        Look at all of it before you allow it.
      </span>
      <button
        type="button"
        className="btn primary"
        disabled={isLooking}
        onClick={(event) => void look(event)}
      >
        Show all
      </button>
    </p>
  )
}
