import { kindFacts, programTitle } from '../../../main/contract/agents/kinds.ts'
import type { KindStatus } from '../../../main/contract/api/views.ts'

export const hasPassedCheck = (kind: KindStatus | undefined): boolean =>
  kind !== undefined && kind.checkedAt !== null && kind.problem === null

/** Returns the terminal command that fixes the problem; null if there is none. */
export function fixCommand({ kind, problem }: KindStatus): string | null {
  if (problem === null) return null
  return problem.line === 'login' ? kindFacts[kind].signIn : kindFacts[kind].install
}

/** Whether Janus can start the missing sign-in, in the browser or in a terminal. */
export const canSignIn = ({ kind, problem }: KindStatus): boolean =>
  problem?.line === 'login' && kind !== 'other'

export function shortly(kind: KindStatus): string {
  const { checkedAt, problem, version, kind: which } = kind
  if (which === 'other') return 'Any that speaks the Agent Client Protocol, by its command line'
  if (checkedAt === null) return 'Not checked yet'
  if (problem === null) return version === null ? 'Ready' : `Version ${version}`
  if (problem.line === 'login') return 'Not signed in'
  return problem.line === 'binary' ? 'Not installed' : 'Cannot be used in this version'
}

/** Like `shortly`, with the command that installs a missing program. */
export function shortlyFixed(of: KindStatus): string {
  const { install } = kindFacts[of.kind]
  return of.problem?.line === 'binary' && install !== null ? `${shortly(of)}: ${install}` : shortly(of)
}

/** A report for bug reports. No secrets: of the account only whether it is signed in. */
export function diagnosisOf(janus: string, kind: KindStatus): string {
  const checked = kind.checkedAt === null ? 'not yet' : new Date(kind.checkedAt).toISOString()
  return [
    `Janus ${janus}`,
    `${programTitle(kind.kind)}: ${kind.path ?? 'none'}`,
    `Version: ${kind.version ?? 'unknown'} (oldest that works: ${kind.oldest || 'unknown'})`,
    `Signed in: ${{ in: 'yes', out: 'no', unknown: 'unknown' }[kind.login]}`,
    `Wrong: ${kind.problem === null ? 'nothing' : `${kind.problem.line}. ${kind.problem.words}`}`,
    `Checked: ${checked}`,
  ].join('\n')
}
