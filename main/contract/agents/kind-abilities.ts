import { leastAbilities, type Abilities } from './abilities.ts'
import { agentKinds, everyMode, usualModes, type AgentKind } from './kinds.ts'

/** As tested; `scripts/test-agents/package.json` has the versions. */
const tried: Partial<Readonly<Record<AgentKind, Abilities>>> = {
  claude: {
    notes: true,
    steers: true,
    keepsStopped: true,
    resumes: true,
    copies: true,
    forks: true,
    resumesHistory: 'copy',
    undoes: true,
    receipts: 'id',
    compacts: true,
    cost: 'usd',
    countsAll: true,
    denial: 'words',
    permissions: true,
    addsFolders: true,
    images: true,
    stopsTasks: true,
    tellsContext: true,
    // The values of `--effort`, and `none` to switch thinking off; not every model has all.
    efforts: ['none', 'low', 'medium', 'high', 'xhigh', 'max'],
    // `bypassPermissions` must be allowed when the process starts.
    switchesTo: ['plan', 'default', 'acceptEdits', 'auto'],
  },
  codex: {
    ...leastAbilities,
    notes: true,
    steers: true,
    keepsStopped: true,
    resumes: true,
    copies: true,
    receipts: 'id',
    compacts: true,
    cost: 'tokens',
    countsAll: true,
    denial: 'plain',
    permissions: true,
    addsFolders: true,
    images: true,
    stopsTasks: true,
    tellsContext: true,
    resumesHistory: 'copy',
    efforts: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'],
    // Mode and model are sent with each turn.
    switchesTo: usualModes,
  },
  gemini: {
    ...leastAbilities,
    images: true,
    cost: 'tokens',
    countsAll: true,
    denial: 'plain',
    switchesTo: usualModes,
  },
  opencode: {
    ...leastAbilities,
    steers: true,
    keepsStopped: true,
    resumes: true,
    copies: true,
    receipts: 'journal',
    cost: 'usd',
    images: true,
    tellsContext: true,
    resumesHistory: 'copy',
    // All levels that its models list; each model has some of these or none.
    efforts: ['low', 'medium', 'high', 'max'],
    // Other modes are fixed at its start.
    switchesTo: ['plan', 'default'],
  },
  qwen: {
    ...leastAbilities,
    images: true,
    resumesHistory: 'copy',
    copies: true,
    steers: true,
    keepsStopped: true,
    resumes: true,
    receipts: 'journal',
    cost: 'tokens',
    countsAll: true,
    switchesTo: everyMode,
  },
  copilot: {
    ...leastAbilities,
    images: true,
    tellsContext: true,
    resumesHistory: 'original',
    keepsStopped: true,
    resumes: true,
    receipts: 'journal',
    cost: 'tokens',
    countsAll: true,
    switchesTo: usualModes,
  },
}

/**
 * Used by adapters and the window until a process has reported its abilities. Untested kinds get the minimum.
 */
export const expectedAbilities = Object.fromEntries(
  agentKinds.map((kind) => [kind, tried[kind] ?? leastAbilities]),
) as Readonly<Record<AgentKind, Abilities>>
