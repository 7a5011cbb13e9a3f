import { createStore, useStore } from 'zustand'
import type { AgentId } from '../../main/contract/api/model.ts'

/** `n` counts openings, so that opening an open field focuses it again. */
interface Finding {
  readonly agent: AgentId | null
  readonly n: number
}

const finding = createStore<Finding>(() => ({ agent: null, n: 0 }))

/** Opens the find field of a conversation, or focuses it. */
export const openFind = (agent: AgentId): void => finding.setState(({ n }) => ({ agent, n: n + 1 }))
export const closeFind = (): void => finding.setState({ agent: null })
/** Returns the number of the opening, or null if the field is not open for this agent. */
export const useFinding = (of: AgentId): number | null =>
  useStore(finding, ({ agent, n }) => (agent === of ? n : null))
