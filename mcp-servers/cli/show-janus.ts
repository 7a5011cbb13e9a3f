import { kindFacts, kindTitle } from '../../main/contract/agents/kinds.ts'
import type { StatusReport } from '../../main/contract/api/reports.ts'
import { terminalLine } from './clean.ts'
import { localTime } from './when.ts'
import {
  deniedCallerWords,
  denialWords,
  type DeniedRequestView,
} from '../../main/contract/app/denied-requests.ts'
import type { Page } from '../../main/contract/api/views.ts'
import { list, textTable } from './table.ts'
import type { Words } from './verb.ts'
import { sizeWords } from '../../main/contract/words/size-words.ts'
import { updateWords } from '../../main/contract/app/updates.ts'
import type { AtRestAnswer } from '../../main/contract/app/backups.ts'
import {
  cpuTimeWords,
  cpuWords,
  measureWords,
  memoryWords,
  type OwnProcess,
  type ProcessReport,
  type ProcessMetricsReport,
} from '../../main/contract/agents/processes.ts'

export function statusWords(report: StatusReport): string {
  const { version, shell, rehearsal, stateFolder, stopped, programs, notices, update } = report
  const where = shell === 'desktop' ? 'the desktop app' : 'in the browser'
  const lines = [
    `Janus ${version}, ${where}${rehearsal ? ', demo' : ''}; its folder is ${stateFolder}`,
    ...programs.map(({ kind, version: its, problem }) => {
      const { name } = kindFacts[kind]
      return problem === null ? `${name} ${its ?? ''}: ready` : `${name}: ${problem}`
    }),
    ...(update === null ? [] : [updateWords(update)]),
    ...(stopped === null
      ? []
      : [`Everything has been stopped since ${localTime(stopped)}. To resume: janus go-on`]),
    ...(notices.length === 0 ? ['No unread incidents.'] : notices),
  ]
  return lines.map(terminalLine).join('\n')
}

const denialsTable = list<DeniedRequestView>('No refused requests.', {
  WHEN: ({ at }) => localTime(at),
  WHO: deniedCallerWords,
  WHAT: denialWords,
  ROUTE: (view) => ('route' in view ? view.route : ''),
})

export function attemptWords({ items, next }: Page<DeniedRequestView>, columns: number): Words {
  const text = denialsTable(items, { columns })
  return next === null ? text : { text, aside: `There is more before: --cursor ${String(next)}` }
}

export function backupWords(answer: AtRestAnswer, columns: number): string {
  if ('error' in answer) return terminalLine(answer.error)
  if ('made' in answer) return `Backed up to ${terminalLine(answer.made)}`
  if ('restored' in answer) return restoredWords(answer)
  return list<(typeof answer.items)[number]>(
    `There is no backup in ${terminalLine(answer.folder)}. Make one: janus backup`,
    {
      NAME: ({ name }) => name,
      'AS OF': ({ at }) => localTime(at),
      KIND: ({ kind }) => kind,
      SIZE: ({ size }) => sizeWords(size),
      '': ({ problem }) => problem,
    },
  )(answer.items, { columns })
}

function restoredWords({ restored, at, kept }: Extract<AtRestAnswer, { restored: string }>): string {
  const lies = kept.length === 0 ? '' : `\nThe previous database is at ${kept.map(terminalLine).join(', ')}`
  return (
    `Restored ${terminalLine(restored)}, as of ${localTime(at)}.${lies}\n` +
    'Later messages are not in it; agents may remember them. Settings, folder decisions and harvests are unchanged.\n' +
    'Start Janus: everything is stopped until you resume it.'
  )
}

const ofUse = ({ processes, memoryBytes, cpuPercent, cpuSeconds }: ProcessMetricsReport): string[] => [
  processes === null ? '' : String(processes),
  memoryWords(memoryBytes),
  cpuWords(cpuPercent),
  cpuTimeWords(cpuSeconds),
]

const rowOf = (name: string, kind: string, state: string, one: OwnProcess): string[] => [
  name,
  kind,
  String(one.pid),
  ...ofUse(one),
  one.since === null ? '' : localTime(one.since),
  state,
]

export function processWords(report: ProcessReport, columns: number): string {
  const rows = [
    ['NAME', 'KIND', 'PID', 'PROCESSES', 'MEMORY', 'CPU', 'CPU TIME', 'SINCE', 'STATE'],
    ...report.agents.map((one) => rowOf(one.name, kindTitle(one), one.state, one)),
    rowOf('(Janus itself)', '', '', report.janus),
    ['(all)', '', '', ...ofUse(report.total), '', ''],
  ]
  return `${textTable(rows, columns)}\n${measureWords(report).join(' ')}`
}
