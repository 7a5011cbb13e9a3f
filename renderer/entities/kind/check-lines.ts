import type { BackendCheck } from '../../../main/contract/views.ts'

/** One line of the check. `later`: not looked at, because a line above it is wrong. */
export interface CheckLine {
  readonly of: 'binary' | 'version' | 'login'
  readonly name: string
  readonly state: 'good' | 'wrong' | 'later'
  readonly words: string
}

const order = ['binary', 'version', 'login'] as const
const names = { version: 'Version', login: 'Signed in' }

/** The agents' program, as people call it. */
export const cliName = ({ name }: BackendCheck): string => `${name} CLI`

/** Has the check been made, and was all well? */
export const isSound = (cli: BackendCheck | undefined): boolean =>
  cli !== undefined && cli.checkedAt !== null && cli.problem === null

/** Is there a CLI, is it new enough, is somebody signed in; the first that is wrong says what to do. */
export function checkLines(cli: BackendCheck): readonly CheckLine[] {
  const wrongAt = cli.problem === null ? order.length : order.indexOf(cli.problem.line)
  const good = {
    binary: cli.path ?? '',
    version: `${cli.version ?? ''}, new enough`,
    login: cli.account ?? 'Yes',
  }
  return order.map((of, at) => ({
    of,
    name: of === 'binary' ? cliName(cli) : names[of],
    state: at < wrongAt ? 'good' : at === wrongAt ? 'wrong' : 'later',
    words: at < wrongAt ? good[of] : at === wrongAt ? wrongWords(cli) : 'Comes after the line above',
  }))
}

function wrongWords({ problem }: BackendCheck): string {
  if (problem === null) return ''
  return problem.line === 'login'
    ? `${problem.words} What you write here is kept and sent afterwards.`
    : problem.words
}

/** What helps somebody else to see what is wrong. No secrets: nothing of the account but whether there is one. */
export function diagnosisOf(janus: string, cli: BackendCheck): string {
  const checked = cli.checkedAt === null ? 'not yet' : new Date(cli.checkedAt).toISOString()
  return [
    `Janus ${janus}`,
    `${cliName(cli)}: ${cli.path ?? 'none'}`,
    `Version: ${cli.version ?? 'unknown'} (oldest that works: ${cli.oldest})`,
    `Signed in: ${{ in: 'yes', out: 'no', unknown: 'unknown' }[cli.login]}`,
    `Wrong: ${cli.problem === null ? 'nothing' : `${cli.problem.line}. ${cli.problem.words}`}`,
    `Checked: ${checked}`,
  ].join('\n')
}
