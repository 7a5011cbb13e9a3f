import { useEffect, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { isCovered, isField } from '../../components/focus.ts'
import { Icon } from '../../components/icon.tsx'
import { MenuAt, type MenuItem } from '../../components/menu.tsx'
import { isPressed } from '../../keys/chord.ts'
import { currentChords, isMac } from '../../keys/current-keys.ts'
import { openQuoteMenu, useQuoting, type Quote } from '../../state/quote.ts'
import css from './quote.module.css'
import { openAgents, mirror } from '../../state/store.ts'
import { visible } from '../../components/hygiene.ts'
import { focused } from '../../state/panes.ts'
import { show, view } from '../../state/view-store.ts'
import type { AgentId, MessageId } from '../../../main/contract/api/model.ts'

/** Actions for selected text in a small bar above it; by keyboard, and for a whole row, as a menu. */
export function Quoting() {
  const picked = usePicked()
  const menu = useQuoting()
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  if (menu !== null) {
    const label = 'With these words'
    return (
      <MenuAt label={label} items={quoteItems(menu.quote)} at={menu} onClose={() => openQuoteMenu(null)} />
    )
  }
  return picked && <Bar picked={picked} />
}

function press(event: KeyboardEvent) {
  if (event.defaultPrevented || isField(event.target)) return
  const isAsked = currentChords('quote').some((chord) => isPressed(chord, event, isMac))
  if (!isAsked && !isContextKey(event)) return
  // A key with its own meaning for the focused element keeps it, unless text is selected.
  const picked = pickedWords()
  const button = picked || isCovered() ? null : quoteButton()
  if (button) {
    event.preventDefault()
    return button.click()
  }
  const found = picked ?? (isCovered() ? null : focusedRow())
  if (!found) return
  event.preventDefault()
  const { quote, place } = found
  openQuoteMenu({ quote, x: place.left, y: Math.min(place.bottom, window.innerHeight - 40) })
}

const isContextKey = ({ key, shiftKey }: KeyboardEvent) =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey)

/** The selection, once the pointer or the keys rest. */
function usePicked(): Picked | null {
  const [picked, setPicked] = useState<Picked | null>(null)
  useEffect(() => {
    let isDown = false
    const look = () => {
      if (!isDown) setPicked(pickedWords())
    }
    const down = (event: PointerEvent) => {
      isDown = !(event.target instanceof Element && event.target.closest('[data-part=quote-bar]'))
      if (isDown) setPicked(null)
    }
    const up = () => {
      isDown = false
      look()
    }
    const gone = () => setPicked(null)
    const over = new AbortController()
    const { signal } = over
    document.addEventListener('selectionchange', look, { signal })
    document.addEventListener('pointerdown', down, { signal })
    document.addEventListener('pointerup', up, { signal })
    document.addEventListener('pointercancel', up, { signal })
    document.addEventListener('scroll', gone, { signal, capture: true })
    return () => over.abort()
  }, [])
  return picked
}

const icons = ['out', 'reply', 'gather'] as const

function Bar({ picked: { quote, place } }: { readonly picked: Picked }) {
  const isRoomAbove = place.top > 48
  const style = {
    left: Math.max(8, Math.min(place.left, window.innerWidth - 340)),
    top: isRoomAbove ? place.top - 42 : Math.min(place.bottom + 8, window.innerHeight - 48),
  }
  const items = quoteItems(quote).slice(0, 3)
  return (
    <div
      className={css.bar}
      data-part="quote-bar"
      role="toolbar"
      aria-label="With the selected words"
      style={style}
    >
      {items.map((item, at) => (
        <Button
          key={item.label}
          variant="ghost"
          // Keep the selection while the bar is pressed.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={item.run}
        >
          <Icon name={icons[at] ?? 'out'} />
          {item.label}
        </Button>
      ))}
    </div>
  )
}

function quoteItems(quote: Quote): readonly MenuItem[] {
  const { message, by } = quote
  return [
    { label: 'Send to…', run: () => show({ kind: 'quote', act: 'send', quote }) },
    { label: 'Ask…', run: () => show({ kind: 'quote', act: 'ask', quote }) },
    { label: 'Start a gathering about this…', run: () => gather(quote) },
    ...(message === null
      ? []
      : [
          {
            label: `Reply to ${by === '' ? 'this' : visible(by)}…`,
            run: () => show({ kind: 'quote', act: 'reply', quote }),
            isApart: true,
          },
          { label: 'Show thread', run: () => show({ kind: 'thread', message }) },
        ]),
  ]
}

function gather({ agent, words }: Quote) {
  const around = agent ?? focused(view.getState().panes).tab ?? openAgents(mirror.getState())[0]?.id
  show({ kind: 'convene', ...(around ? { around: { agent: around, words } } : {}) })
}

interface Picked {
  readonly quote: Quote
  readonly place: DOMRect
}

/** The selected text of a message; null if nothing is selected, or something else. */
function pickedWords(): Picked | null {
  const selection = document.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const words = selection.toString().trim()
  const from = rowOf(range.startContainer)
  if (words === '' || !from) return null
  // A selection across several rows has no single author.
  const isOne = from.contains(range.endContainer)
  const quote = { ...sourceOf(from), words }
  return {
    quote: isOne ? quote : { ...quote, by: '', at: null, message: null },
    place: range.getBoundingClientRect(),
  }
}

/** The quote button of the focused row; null if it has none. */
function quoteButton(): HTMLElement | null {
  const row = document.activeElement && rowOf(document.activeElement)
  const buttons = row?.querySelectorAll<HTMLElement>('[data-part=quote-button]') ?? []
  return [...buttons].find((button) => rowOf(button) === row) ?? null
}

/** The whole visible text of the focused row; null: none. */
function focusedRow(): Picked | null {
  const row = document.activeElement && rowOf(document.activeElement)
  const words = row ? wordsOf(row) : ''
  return row && words !== ''
    ? { quote: { ...sourceOf(row), words }, place: row.getBoundingClientRect() }
    : null
}

function rowOf(node: Node): HTMLElement | null {
  const element = node instanceof Element ? node : node.parentElement
  return element?.closest<HTMLElement>('[data-said-by]') ?? null
}

const wordsOf = (row: HTMLElement): string =>
  Array.from(row.querySelectorAll<HTMLElement>('.prose, [data-part=words]'), (part) => part.innerText)
    .join('\n\n')
    .trim()

function sourceOf({ dataset }: HTMLElement): Omit<Quote, 'words'> {
  const { saidBy = '', saidAgent, saidAt, message } = dataset
  return {
    by: saidBy,
    agent: (saidAgent as AgentId | undefined) ?? null,
    at: saidAt === undefined ? null : Number(saidAt),
    message: (message as MessageId | undefined) ?? null,
  }
}
