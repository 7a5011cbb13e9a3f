import { sizeWords } from '../../main/contract/size-words.ts'
import { resolve } from 'node:path'
import type { AtRestAnswer, BackupReport } from '../../main/contract/backups.ts'
import { askApi, type Access } from '../shared/ask.ts'
import { clean } from './clean.ts'
import { EndingError } from './ending.ts'
import { table } from './show.ts'

/** What is wanted with backups; `file` null: in the state folder, or the newest good one. */
export type BackupCommand =
  | { readonly do: 'backup'; readonly file: string | null }
  | { readonly do: 'restore'; readonly file: string | null }
  | { readonly do: 'restore'; readonly list: true }

/** How long a backup may take, in ms: all of it is copied and read. */
const timeLimit = 600_000

/** What it needs of its surroundings. */
export interface BackupSurroundings {
  readonly cwd: string
  /** Runs the program that backs up and restores where Janus does not run. */
  atRest(args: readonly string[]): Promise<AtRestAnswer>
}

/** Carries it out: through Janus where it runs, else on its folder. Throws `EndingError` with what is in the way. */
export async function carryOutBackup(
  command: BackupCommand,
  folder: string,
  access: () => Access,
  around: BackupSurroundings,
): Promise<AtRestAnswer> {
  const atRest = async (args: readonly string[]): Promise<AtRestAnswer> => {
    const answer = await around.atRest(args)
    if ('error' in answer) throw new EndingError('refused', answer.error)
    return answer
  }
  if ('list' in command) return atRest(['list', folder])
  const { file } = command
  if (command.do === 'restore') return atRest(['restore', folder, ...(file === null ? [] : [file])])
  const path = file === null ? undefined : resolve(around.cwd, file)
  try {
    const body = path === undefined ? {} : { path }
    const request = { method: 'POST', path: '/backups', body, repeatable: false } as const
    const made = (await askApi(access, request, { timeLimit })) as BackupReport
    return { made: made.path }
  } catch (error) {
    if (!(error instanceof EndingError) || error.ending !== 'away') throw error
    return atRest(['make', folder, ...(path === undefined ? [] : [path])])
  }
}

/** The same in words. */
export function backupWords(answer: AtRestAnswer): string {
  if ('error' in answer) return clean(answer.error)
  if ('made' in answer) return `Backed up to ${clean(answer.made)}`
  if ('restored' in answer) return restoredWords(answer)
  if (answer.items.length === 0)
    return `There is no backup in ${clean(answer.folder)}. Make one: janus backup`
  const rows = answer.items.map(({ name, at, kind, size, problem }) => [
    ...[clean(name), at.replace(/\.\d+Z$/, 'Z'), kind, sizeWords(size)],
    problem === null ? '' : clean(problem),
  ])
  return table([['NAME', 'AS OF', 'KIND', 'SIZE', ''], ...rows])
}

function restoredWords({ restored, at, kept }: Extract<AtRestAnswer, { restored: string }>): string {
  const lies =
    kept.length === 0 ? '' : `\nThe database as it was before lies at ${kept.map(clean).join(', ')}`
  return (
    `Restored ${clean(restored)}, as of ${at.replace(/\.\d+Z$/, 'Z')}.${lies}\n` +
    'What came after that is not in it; the agents may remember it. Settings, decisions about folders and harvests are as they were.\n' +
    'Start Janus: everything is stopped there until you let it go on.'
  )
}
