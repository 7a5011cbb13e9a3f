import { kindFacts, programTitle } from '../../../main/contract/agents/kinds.ts'
import type { KindStatus } from '../../../main/contract/api/views.ts'

/** Has the check been made, and was all well? */
export const hasPassedCheck = (kind: KindStatus | undefined): boolean =>
  kind !== undefined && kind.checkedAt !== null && kind.problem === null

/** What fixes what is wrong, for a terminal; null where nothing is wrong, or the window itself can. */
export function fixCommand({ kind, problem }: KindStatus): string | null {
  if (problem === null) return null
  return problem.line === 'login' ? kindFacts[kind].signIn : kindFacts[kind].install
}

/** Can Janus begin the sign-in that is missing, in the browser or in a terminal? */
export const canSignIn = ({ kind, problem }: KindStatus): boolean =>
  problem?.line === 'login' && kind !== 'other'

/** How a kind stands, in a few words, for the list to choose from. */
export function shortly(kind: KindStatus): string {
  const { checkedAt, problem, version, kind: which } = kind
  if (which === 'other') return 'Any that speaks the Agent Client Protocol, by its command line'
  if (checkedAt === null) return 'Not checked yet'
  if (problem === null) return version === null ? 'Ready' : `Version ${version}`
  if (problem.line === 'login') return 'Not signed in'
  return problem.line === 'binary' ? 'Not installed' : 'Cannot be used in this version'
}

/** The same where there is room for the line that installs it. */
export function shortlyFixed(of: KindStatus): string {
  const { install } = kindFacts[of.kind]
  return of.problem?.line === 'binary' && install !== null ? `${shortly(of)}: ${install}` : shortly(of)
}

/** What helps somebody else to see what is wrong. No secrets: nothing of the account but whether there is one. */
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
