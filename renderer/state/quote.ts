import { createStore, useStore } from 'zustand'
import type { AgentId, MessageId } from '../../main/contract/api/model.ts'

/** Words that somebody said, and where from, to be sent on or asked about. */
export interface Quote {
  readonly words: string
  /** Who said them, by name; empty where that is not known. */
  readonly by: string
  /** Whose words they are, if an agent's; else in whose tab they stand. */
  readonly agent: AgentId | null
  readonly at: number | null
  /** The message that they are, or are a part of. */
  readonly message: MessageId | null
}

/** What is quoted, and where its menu stands, in px of the window. */
interface Quoting {
  readonly quote: Quote
  readonly x: number
  readonly y: number
}

const quoting = createStore<{ readonly now: Quoting | null }>(() => ({ now: null }))

/** Opens the menu of what can be done with words; null closes it. */
export const openQuoteMenu = (now: Quoting | null): void => quoting.setState({ now })

/** Follows what is quoted. */
export const useQuoting = (): Quoting | null => useStore(quoting, ({ now }) => now)

/** Words as a quotation with its source, as it stands in a message. */
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
