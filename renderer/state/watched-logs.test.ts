import { expect, test } from 'vitest'
import type { Entry } from '../../main/contract/api/model.ts'
import type { Channel } from '../../main/contract/api/log.ts'
import { emptyLogs, reflectLog, type Logs } from './logs.ts'
import { WatchedLogs } from './watched-logs.ts'

const channelOf = (n: number): Channel => ({ kind: 'agent', id: `agt-${n}` })
const rowsOf = (count: number) => Array.from({ length: count }, (_, at) => ({ n: at + 1 }) as Entry)

function withRows(logs: Logs, channel: Channel, count: number): Logs {
  const page = { items: rowsOf(count), next: null }
  const opened = reflectLog(logs, { kind: 'logOpened', channel })
  return reflectLog(opened, { kind: 'logPage', channel, page, before: null })
}

test('a log that nobody looks at keeps its last page, however long it goes on', () => {
  const watched = new WatchedLogs()
  const channel = channelOf(1)
  let logs = withRows(emptyLogs, channel, 1_000)
  watched.enter(channel)
  watched.enter(channel)
  const told = [{ kind: 'rows', channel, rows: rowsOf(1) }] as never
  expect(watched.told(told, logs)).toEqual([])
  expect(watched.leave(channel)).toEqual([])
  for (const event of watched.leave(channel)) logs = reflectLog(logs, event)
  expect(logs.agent['agt-1']?.rows).toHaveLength(200)
  expect(logs.agent['agt-1']?.older).toBe(801)
  logs = withRows(emptyLogs, channel, 700)
  expect(watched.told(told, logs)).toEqual([{ kind: 'logTrimmed', channel, keep: 200 }])
})

test('of many logs that were left, those that were left first are let go', () => {
  const watched = new WatchedLogs()
  let logs = emptyLogs
  for (let n = 1; n <= 20; n += 1) {
    logs = withRows(logs, channelOf(n), 20)
    watched.enter(channelOf(n))
    for (const event of watched.leave(channelOf(n))) logs = reflectLog(logs, event)
  }
  expect(Object.keys(logs.agent)).toEqual(Array.from({ length: 12 }, (_, at) => `agt-${at + 9}`))
})
