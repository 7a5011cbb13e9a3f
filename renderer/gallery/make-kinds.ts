import { agentKinds, kindFacts, usualKind, type AgentKind } from '../../main/contract/agents/kinds.ts'
import type { ModelOffer } from '../../main/contract/agents/model-offers.ts'
import type { KindStatus } from '../../main/contract/api/views.ts'
import { moment } from './still.ts'

const models: readonly ModelOffer[] = [
  { value: '', name: 'Default model', about: 'What the Claude CLI is set to' },
  { value: 'opus', name: 'Opus', about: 'Most capable, for complex work' },
  { value: 'sonnet', name: 'Sonnet', about: 'Fast and capable, for everyday work' },
  { value: 'haiku', name: 'Haiku', about: 'Fastest, for quick answers' },
]

const usual: KindStatus = {
  kind: usualKind,
  models,
  plan: [],
  name: 'Claude',
  path: '/opt/janus/claude',
  version: '2.1.118',
  oldest: '2.1.0',
  login: 'in',
  account: 'mo@ferry.example',
  problem: null,
  checkedAt: moment - 20 * 60_000,
}

/** A program that was not looked at yet. */
const unseen = (kind: AgentKind): KindStatus => ({
  ...usual,
  kind,
  name: kindFacts[kind].name,
  path: null,
  version: null,
  oldest: '',
  login: 'unknown',
  account: null,
  checkedAt: null,
  models: [{ value: '', name: 'Default model', about: `What ${kindFacts[kind].program} is set to` }],
})

/** All kinds, as one has found them to be; the usual one is fine, the others were not looked at. */
export const kinds = (found: Partial<Record<AgentKind, Partial<KindStatus>>>): readonly KindStatus[] =>
  agentKinds.map((kind) => ({ ...(kind === usualKind ? usual : unseen(kind)), ...found[kind] }))

/** All kinds, with changes of the usual one. */
export const check = (changes: Partial<KindStatus>): readonly KindStatus[] => kinds({ [usualKind]: changes })

/** The same changes of every kind. */
export const checkAll = (changes: Partial<KindStatus>): readonly KindStatus[] =>
  agentKinds.map((kind) => ({ ...unseen(kind), ...changes }))

/** Each is there, and somebody is signed in. */
export const installed = kinds(
  Object.fromEntries(
    agentKinds.map((kind, at) => [
      kind,
      { path: `/usr/local/bin/${kind}`, version: `${String(at)}.61.0`, login: 'in', checkedAt: moment },
    ]),
  ),
)

const others = (problem: NonNullable<KindStatus['problem']>, version: string | null) =>
  kinds(
    Object.fromEntries(
      agentKinds
        .filter((kind) => kind !== usualKind && kind !== 'other')
        .map((kind) => [kind, { version, problem, checkedAt: moment }]),
    ),
  )

/** None is there but the usual one. */
export const missing = others(
  { line: 'binary', words: 'It is not on your PATH. Install it, or set its path in the settings.' },
  null,
)
/** They are there, and nobody is signed in. */
export const signedOut = others(
  { line: 'login', words: 'Not signed in. Sign in by its own program in a terminal, and check again.' },
  '0.61.0',
)
/** They are there, and too old. */
export const tooOld = others(
  { line: 'version', words: 'This is version 0.12.0; Janus needs 0.24.0 or newer. Install it again.' },
  '0.12.0',
)
