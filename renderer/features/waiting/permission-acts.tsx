import { useEffect, useState, type KeyboardEvent, type RefObject } from 'react'
import type { Card } from '../../../main/contract/api/model.ts'
import { act } from '../../state/act.ts'
import { Button } from '../../components/button.tsx'
import { visible } from '../../components/hygiene.ts'
import { answersTo, LastingWords, type Way } from '../../entities/card/answers.tsx'
import { runOf, settleMs } from '../../entities/card/card-keys.ts'
import { askedOf } from '../../entities/tool/card-question-line.ts'
import type { WaitingThing } from './waiting-list.ts'
import { classes } from '../../components/classes.ts'
import { SafeText } from '../../components/safe-text.tsx'
import { useSent } from '../../state/use-sent.ts'
import css from './tray.module.css'

/** The answers of a permission request with keys 1, 2 and 3. Its card has the others. */
export function useAnswers(thing: Asking) {
  const { agent, asks } = thing
  const { id, suggestions, hash } = asks.card
  const { isSent, send } = useSent()
  const take = (way: Way) => {
    const lasting = way.kind === 'lasting' ? { suggestion: way.suggestion } : {}
    // The hash ties the answer to what was shown.
    const answer =
      way.kind === 'deny'
        ? ({ decision: 'deny' } as const)
        : ({ decision: 'allow', ...(hash === null ? {} : { hash }), ...lasting } as const)
    void send(act('cards.answer', { agent, card: id, ...answer }))
  }
  const answers = answersTo(suggestions).filter(({ key }) => Number(key) <= 3)
  return { answers, isSent, take }
}

type Answering = ReturnType<typeof useAnswers>

/** Keys in a permission's row; a key that was already on its way when the focus arrived is ignored. */
export function useAskedKeys(row: RefObject<HTMLElement | null>, answering: Answering) {
  const { answers, isSent, take } = answering
  const isReady = useSettled(row)
  const keys = isSent ? null : Object.fromEntries(answers.map(({ key, way }) => [key, () => take(way)]))
  return {
    'data-ready': isReady || undefined,
    onKeyDown: (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, repeat } = event
      const shownMs = isReady ? settleMs : 0
      const run = runOf(keys, { key, ctrlKey, metaKey, altKey, repeat, on: 'button', shownMs })
      if (!run) return
      event.preventDefault()
      run()
    },
  }
}

/** Whether a row has had the focus for a moment. Uses DOM events: a removed row passes the focus on. */
function useSettled(row: RefObject<HTMLElement | null>): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    const here = row.current
    let settling: ReturnType<typeof setTimeout> | undefined
    const isInside = ({ relatedTarget }: FocusEvent) =>
      relatedTarget instanceof Node && here?.contains(relatedTarget)
    const come = (event: FocusEvent) => {
      if (!isInside(event)) settling = setTimeout(() => setReady(true), settleMs)
    }
    const leave = (event: FocusEvent) => {
      if (isInside(event)) return
      clearTimeout(settling)
      setReady(false)
    }
    const over = new AbortController()
    here?.addEventListener('focusin', come, { signal: over.signal })
    here?.addEventListener('focusout', leave, { signal: over.signal })
    return () => {
      clearTimeout(settling)
      over.abort()
    }
  }, [row])
  return isReady
}

interface AskedActsProps {
  readonly answering: Answering
  readonly name: string
  readonly about: string
}

/** The clicked button keeps the focus until its row is gone. */
export function PermissionActs({ answering, name, about }: AskedActsProps) {
  const { answers, isSent, take } = answering
  return (
    <div className="acts">
      {answers.map(({ key, way }) => (
        <Button
          key={key}
          variant={way.kind === 'once' ? 'primary' : undefined}
          className="long"
          aria-disabled={isSent || undefined}
          aria-describedby={about}
          onClick={() => !isSent && take(way)}
        >
          <kbd aria-hidden="true">{key}</kbd>
          {way.kind === 'lasting' ? (
            <LastingWords way={way} isHidden />
          ) : (
            <span aria-hidden="true">{wordsOf(way)}</span>
          )}
          <span className="vh">
            {wordsOf(way)}: {visible(name)}
          </span>
        </Button>
      ))}
    </div>
  )
}

function wordsOf(way: Way): string {
  switch (way.kind) {
    case 'once':
      return 'Allow once'
    case 'deny':
      return 'Deny'
    case 'lasting':
      return `Allow ${visible(way.label)} in this conversation`
  }
}

export type Asking = WaitingThing & { readonly asks: NonNullable<WaitingThing['asks']> }

export const isAsking = (thing: WaitingThing): thing is Asking => thing.asks !== null

/** Whether a permission request fits in a line or two, so that it can be answered there. */
export const isShownWhole = (card: Card): boolean =>
  card.kind === 'permission' && card.hash !== null && askedOf(card).isWhole

export function equalAsks(things: readonly WaitingThing[]): readonly (readonly Asking[])[] {
  // A request that can't be shown whole is answered on its card.
  const all = things.filter(isAsking).filter(({ asks }) => isShownWhole(asks.card))
  const sets = Map.groupBy(all, ({ asks: { card } }) => `${card.tool.name} ${card.hash}`)
  return [...sets.values()].filter((set) => set.length > 1)
}

/** Allows identical requests, all of which are visible here. Never permanently. */
export function AllowAll({ equal }: { readonly equal: readonly Asking[] }) {
  const [isSent, setSent] = useState(false)
  const [first] = equal
  const allow = async () => {
    setSent(true)
    for (const { agent, asks } of equal) {
      const { id: card, hash } = asks.card
      await act('cards.answer', { agent, card, decision: 'allow', ...(hash === null ? {} : { hash }) })
    }
    setSent(false)
  }
  return (
    <div className={classes('row gap-5 small', css.all)}>
      <Button disabled={isSent} onClick={() => void allow()}>
        Allow {equal.length === 2 ? 'both' : `all ${equal.length}`} once
      </Button>
      <SafeText
        as="span"
        className="faint mono"
        dir="auto"
        text={first ? askedOf(first.asks.card).text : ''}
      />
    </div>
  )
}
