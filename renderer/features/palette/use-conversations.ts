import { useEffect, useRef, useState } from 'react'
import type { ConversationView, GoesOn } from '../../../main/contract/folders/conversations.ts'
import type { AgentKind } from '../../../main/contract/agents/kinds.ts'
import { wordsOf } from '../../state/act.ts'
import { ask } from '../../state/connection.ts'

/** The conversations that were found so far. */
export interface Conversations {
  /** Whose they are. */
  readonly of: AgentKind | null
  readonly q: string
  readonly items: readonly ConversationView[]
  /** Where the next page begins; null at the end. */
  readonly next: number | null
  /** What a tab goes on in; null as long as nobody has said. */
  readonly goesOn: GoesOn | null
  readonly phase: 'reading' | 'read' | 'failed'
  /** Why there are none, or what went wrong. */
  readonly why: string
}

/** Of which agents, and of which folder first; none: the usual one. */
export interface ConversationsOf {
  readonly kind: AgentKind
  readonly folder: string | undefined
}

const nothing: Conversations = {
  of: null,
  q: '',
  items: [],
  next: null,
  goesOn: null,
  phase: 'reading',
  why: '',
}

/** So long a person may pause between two letters, in ms. */
const pause = 120

/** Reads what can be gone on from, and what of it has the words that are being typed. */
export function useConversations(
  of: ConversationsOf,
  typed: string,
): Conversations & { readonly more: () => void } {
  const { kind, folder } = of
  const q = typed.trim()
  const [state, setState] = useState<Conversations>({ ...nothing, q })
  const asked = useRef(0)
  useEffect(() => {
    const id = ++asked.current
    const read = () => {
      setState((now) => (now.of === kind ? { ...now, phase: 'reading' } : { ...nothing, of: kind, q }))
      void page({ kind, folder }, q, null).then((found) => asked.current === id && setState(found))
    }
    const timer = setTimeout(read, q === '' ? 0 : pause)
    return () => clearTimeout(timer)
  }, [kind, folder, q])

  const more = () => {
    if (state.next === null || state.phase === 'reading') return
    const id = asked.current
    setState({ ...state, phase: 'reading' })
    void page(of, state.q, state.next).then((found) => {
      if (asked.current === id)
        setState((now) => ({ ...now, ...found, items: [...now.items, ...found.items] }))
    })
  }
  // Until the others are read, those of before are nobody's to take.
  return state.of === kind || state.of === null ? { ...state, more } : { ...nothing, q, more }
}

async function page(
  { kind, folder }: ConversationsOf,
  q: string,
  cursor: number | null,
): Promise<Conversations> {
  try {
    const { items, next, why, goesOn } = await ask('conversations.list', {
      kind,
      limit: 40,
      ...(folder === undefined ? {} : { folder }),
      ...(q === '' ? {} : { q: q.slice(0, 400) }),
      ...(cursor === null ? {} : { cursor }),
    })
    return { of: kind, q, items, next, goesOn, phase: 'read', why: why ?? '' }
  } catch (error) {
    return { ...nothing, of: kind, q, next: cursor, phase: 'failed', why: wordsOf(error) }
  }
}
