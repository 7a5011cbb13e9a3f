import { kindTitle } from '../../main/contract/agents/kinds.ts'
import {
  cpuTimeWords,
  cpuWords,
  measureWords,
  memoryWords,
} from '../../main/contract/agents/process-words.ts'
import type { OwnProcess, ProcessReport, UseReport } from '../../main/contract/agents/processes.ts'
import { table } from './table.ts'
import { localTime } from './when.ts'

const ofUse = ({ processes, memoryBytes, cpuPercent, cpuSeconds }: UseReport): string[] => [
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

/** A table of what runs: the agents, Janus itself, the sum; below it, how its numbers are to be read. */
export function processWords(report: ProcessReport, columns: number): string {
  const rows = [
    ['NAME', 'KIND', 'PID', 'PROCESSES', 'MEMORY', 'CPU', 'CPU TIME', 'SINCE', 'STATE'],
    ...report.agents.map((one) => rowOf(one.name, kindTitle(one), one.state, one)),
    rowOf('(Janus itself)', '', '', report.janus),
    ['(all)', '', '', ...ofUse(report.total), '', ''],
  ]
  return `${table(rows, columns)}\n${measureWords(report).join(' ')}`
}
