import { yourTo, type Audience } from '../api/audience.ts'

/** Why a queued message is not written yet, in words: what it waits for (`until`), or how it is said otherwise. */
const waits = {
  closed: { plain: 'the tab is closed' },
  dayCap: { until: (of) => `until ${yourTo(of)} daily limit is raised, or the next day begins` },
  tabCap: { until: (of) => `until ${yourTo(of)} limit for the agent is raised` },
  /** The link that it crossed has reached its limit. */
  linkCap: { until: (of) => `until ${yourTo(of)} limit for the link is raised` },
  /** The user has stopped everything. */
  everything: { until: (of) => `until ${of === 'user' ? 'you resume' : 'the user resumes'} everything` },
  gathering: { until: () => 'until its gathering is over' },
  absorbed: { plain: 'will be sent with the next prompt', agent: 'sent with its next prompt' },
  starting: { until: () => 'until the agent has started' },
  stopped: { plain: 'the agent is stopped' },
  failed: { plain: 'the agent has failed' },
  /** Its folder brings settings that its program would follow, and the user has not said yes to them. */
  trust: { until: (of) => `until ${of === 'user' ? 'you trust' : 'the user trusts'} the folder` },
  /** Its agent's process starts for it. */
  wakes: { plain: 'starts the agent' },
  writing: { until: (of) => `while ${of === 'user' ? 'you are' : 'the user is'} writing` },
  answer: { until: (of) => `until ${of === 'user' ? 'you answer' : 'the user answers'} its question` },
  boundary: { plain: 'will be sent after the current step', agent: 'sent at the next tool boundary' },
  tool: { plain: 'interrupts after the current tool call' },
  turn: { until: () => 'for the end of the turn' },
  /** It would be steered in, but its receiver's process takes nothing into a turn that runs. */
  wholeTurn: { until: () => 'for the end of the turn: this agent cannot be steered' },
} as const satisfies Readonly<Record<string, WaitRow>>

/** `agent`: for an agent in other words, which models read. */
type WaitRow =
  | { readonly plain: string; readonly agent?: string }
  | { readonly until: (audience: Audience) => string }

/** Why a queued message is not written yet. */
export type WaitReason = keyof typeof waits

/** Why a message waits, in words; empty when it is next. */
export function waitWords(wait: WaitReason | null, audience: Audience): string {
  const row: WaitRow = wait === null ? { plain: '' } : waits[wait]
  if ('plain' in row) return (audience === 'agent' && row.agent) || row.plain
  return `waits ${row.until(audience)}`
}
