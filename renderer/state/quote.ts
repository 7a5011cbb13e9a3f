import { createStore, useStore } from 'zustand'
import type { AgentId, MessageId } from '../../main/contract/api/model.ts'

export interface Quote {
  readonly words: string
  /** Empty if unknown. */
  readonly by: string
  /** The agent that said it; else the agent whose tab shows it. */
  readonly agent: AgentId | null
  readonly at: number | null
  /** The message that contains the words. */
  readonly message: MessageId | null
}

/** Position of its menu in px of the viewport. */
interface Quoting {
  readonly quote: Quote
  readonly x: number
  readonly y: number
}

const quoting = createStore<{ readonly now: Quoting | null }>(() => ({ now: null }))

/** Null closes it. */
export const openQuoteMenu = (now: Quoting | null): void => quoting.setState({ now })

export const useQuoting = (): Quoting | null => useStore(quoting, ({ now }) => now)

/** Formats a quote with its source for a message. */
export function quotation({ words, by, at }: Pick<Quote, 'words' | 'by' | 'at'>): string {
  const lines = words
    .trim()
    .split('\n')
    .map((line) => (line.trim() === '' ? '>' : `> ${line}`))
  const when = at === null ? '' : new Date(at).toLocaleString('en-GB', whenForm)
  const source = [by.replace(/\s+/gu, ' '), when].filter((part) => part !== '').join(', ')
  return [...lines, ...(source === '' ? [] : ['>', `> (${source})`])].join('\n')
}

const whenForm = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' } as const
