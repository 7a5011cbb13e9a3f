import { leastAbilities, type Abilities } from './abilities.ts'
import { agentKinds, everyMode, usualModes, type AgentKind } from './kinds.ts'

/** As they were tried (`scripts/test-agents/package.json` names the versions). */
const tried: Partial<Readonly<Record<AgentKind, Abilities>>> = {
  claude: {
    notes: true,
    steers: true,
    keepsStopped: true,
    resumes: true,
    copies: true,
    forks: true,
    takesUp: 'copy',
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
    // As `--effort` takes them, and thinking switched off; not every model has all.
    efforts: ['none', 'low', 'medium', 'high', 'xhigh', 'max'],
    // `bypassPermissions` has to be allowed when a process is started.
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
    takesUp: 'copy',
    efforts: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh'],
    // Modes and models are told with each turn.
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
    takesUp: 'copy',
    // As those of its models list them that can think; each has some of these, or none.
    efforts: ['low', 'medium', 'high', 'max'],
    // What else it asks is set when it starts.
    switchesTo: ['plan', 'default'],
  },
  qwen: {
    ...leastAbilities,
    images: true,
    takesUp: 'copy',
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
    takesUp: 'original',
    keepsStopped: true,
    resumes: true,
    receipts: 'journal',
    cost: 'tokens',
    countsAll: true,
    switchesTo: usualModes,
  },
}

/**
 * What the programs of each kind can do. Adapters tell this of a process that they know nothing better of, and the window
 * says it before there is a process. Of a kind that was not tried only the least is expected, until its process has told more.
 */
export const expectedAbilities = Object.fromEntries(
  agentKinds.map((kind) => [kind, tried[kind] ?? leastAbilities]),
) as Readonly<Record<AgentKind, Abilities>>
