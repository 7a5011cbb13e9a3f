import { createStore, useStore } from 'zustand'
import type { AgentId } from '../../main/contract/api/model.ts'

/** In whose conversation is looked for words, if anywhere; `n`: which opening it is. */
interface Finding {
  readonly agent: AgentId | null
  readonly n: number
}

const finding = createStore<Finding>(() => ({ agent: null, n: 0 }))

/** Opens the field that finds words in a conversation; where it is open it is gone to. */
export const openFind = (agent: AgentId): void => finding.setState(({ n }) => ({ agent, n: n + 1 }))
/** Closes it. */
export const closeFind = (): void => finding.setState({ agent: null })
/** Follows whether words are looked for in this conversation: which opening it is, or null. */
export const useFinding = (of: AgentId): number | null =>
  useStore(finding, ({ agent, n }) => (agent === of ? n : null))
