import { yourTo, type Audience } from '../api/audience.ts'

/** Why a queued message is not written yet. `until` follows "waits". */
const waits = {
  closed: { plain: 'the tab is closed' },
  dayCap: { until: (of) => `until ${yourTo(of)} daily limit is raised, or the next day begins` },
  tabCap: { until: (of) => `until ${yourTo(of)} limit for the agent is raised` },
  /** Of the link that it crossed. */
  linkCap: { until: (of) => `until ${yourTo(of)} limit for the link is raised` },
  /** By the user. */
  everything: { until: (of) => `until ${of === 'user' ? 'you resume' : 'the user resumes'} everything` },
  gathering: { until: () => 'until its gathering is over' },
  absorbed: { plain: 'will be sent with the next prompt', agent: 'sent with its next prompt' },
  starting: { until: () => 'until the agent has started' },
  stopped: { plain: 'the agent is stopped' },
  failed: { plain: 'the agent has failed' },
  /** The folder has settings that its program would follow, and the user has not trusted them. */
  trust: { until: (of) => `until ${of === 'user' ? 'you trust' : 'the user trusts'} the folder` },
  /** The agent's process is starting for it. */
  wakes: { plain: 'starts the agent' },
  writing: { until: (of) => `while ${of === 'user' ? 'you are' : 'the user is'} writing` },
  answer: { until: (of) => `until ${of === 'user' ? 'you answer' : 'the user answers'} its question` },
  boundary: { plain: 'will be sent after the current step', agent: 'sent at the next tool boundary' },
  tool: { plain: 'interrupts after the current tool call' },
  turn: { until: () => 'for the end of the turn' },
  /** It would be steered in, but its receiver's process accepts nothing during a turn. */
  wholeTurn: { until: () => 'for the end of the turn: this agent cannot be steered' },
} as const satisfies Readonly<Record<string, WaitRow>>

/** `agent`: another text for models. */
type WaitRow =
  | { readonly plain: string; readonly agent?: string }
  | { readonly until: (audience: Audience) => string }

export type WaitReason = keyof typeof waits

/** Empty when it is next. */
export function waitWords(wait: WaitReason | null, audience: Audience): string {
  const row: WaitRow = wait === null ? { plain: '' } : waits[wait]
  if ('plain' in row) return (audience === 'agent' && row.agent) || row.plain
  return `waits ${row.until(audience)}`
}
