import { kindFacts } from '../../main/contract/agents/kinds.ts'
import type { StatusReport } from '../../main/contract/app/status-report.ts'
import { clean } from './clean.ts'
import { localTime } from './when.ts'

/** The app in a few lines; what went wrong stands last. */
export function statusWords(report: StatusReport): string {
  const { version, shell, rehearsal, stateFolder, stopped, programs, notices } = report
  const where = shell === 'desktop' ? 'the desktop app' : 'in the browser'
  const lines = [
    `Janus ${version}, ${where}${rehearsal ? ', on the rehearsal' : ''}; its folder is ${stateFolder}`,
    ...programs.map(({ kind, version: its, problem }) => {
      const { name } = kindFacts[kind]
      return problem === null ? `${name} ${its ?? ''}: ready` : `${name}: ${problem}`
    }),
    ...(stopped === null
      ? []
      : [`Everything is stopped since ${localTime(stopped)}; it goes on with: janus go-on`]),
    ...(notices.length === 0 ? ['Nothing went wrong that you have not read.'] : notices),
  ]
  return lines.map(clean).join('\n')
}
