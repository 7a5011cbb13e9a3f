import * as fs from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { backUpClosedDatabase } from '../../adapters/store/backups/at-rest.ts'
import { scheduleRestore } from '../../adapters/store/backups/restore.ts'
import { backupsIn } from '../../adapters/store/backups/backup-folder.ts'
import { openStore } from '../../adapters/store/store.ts'
import { makeAgent, makeMessage, messageRow } from '../../testkit/factories/factories.ts'
import { Disposables } from './disposables.ts'
import { openMemory } from './open-memory.ts'
import { quickTestFolder } from '../../testkit/test-folder.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = quickTestFolder('memory')
  file = join(folder, 'janus.db')
})

/** Starts and ends Janus; returns what a window would show. */
async function start() {
  const disposables = new Disposables()
  const log: string[] = []
  try {
    const { store, settings, incidents, restored } = openMemory(
      { folder, readOf: null },
      (line) => log.push(line),
      disposables,
    )
    const { seq } = store.load()
    const { stopped } = settings.values()
    return { seq, stopped, notices: incidents.all(), offered: incidents.offered(), restored, log }
  } finally {
    await disposables.close()
  }
}

function say(...seqs: number[]): void {
  const store = openStore(folder)
  store.commit([{ table: 'agent', row: makeAgent(1) }])
  for (const n of seqs) store.commit([messageRow(makeMessage(n))])
  store.close()
}

const at = Date.UTC(2026, 10, 23, 8, 2)

test('a database that another version had last is backed up before it is opened, once', async () => {
  await start()
  expect(backupsIn(folder)).toEqual([])
  say(1)
  await start()
  expect(backupsIn(folder)).toEqual([])
  fs.writeFileSync(join(folder, 'version.json'), JSON.stringify({ version: '0.0.9' }), { mode: 0o600 })
  expect((await start()).notices).toEqual([])
  await start()
  expect(backupsIn(folder)).toMatchObject([{ kind: 'upgrade', problem: null }])
})

test('one that cannot be backed up is opened all the same, and that is told', async () => {
  say(1)
  fs.writeFileSync(join(folder, 'backups'), 'in the way')
  const { notices, seq } = await start()
  expect(seq).toBe(1)
  expect(notices).toEqual([
    expect.stringMatching(/A backup of the database could not be made\. .*is not a folder/),
  ])
})

test('what the window wished for is restored: everything is stopped, and it is told once', async () => {
  say(1, 2)
  await start()
  backUpClosedDatabase(folder, at, 'daily')
  say(3)
  scheduleRestore(folder, 'janus-20261123T080200Z-daily.db')
  const first = await start()
  expect(first).toMatchObject({ seq: 2, restored: { at }, offered: null })
  expect(first.stopped).not.toBeNull()
  expect(first.notices).toEqual([
    expect.stringMatching(/A backup of 2026-11-23 08:02 UTC was restored: .*janus\.db\.before-restore-1/),
  ])
})

test('a wish that cannot be fulfilled leaves everything as it was, and is told', async () => {
  say(1, 2)
  await start()
  const path = backUpClosedDatabase(folder, at, 'daily') ?? ''
  say(3)
  scheduleRestore(folder, 'janus-20261123T080200Z-daily.db')
  fs.truncateSync(path, 9000)
  expect(await start()).toMatchObject({
    seq: 3,
    restored: null,
    stopped: null,
    notices: [expect.stringContaining('is not complete: its end is missing.')],
  })
  expect((await start()).notices).toHaveLength(1)
})

test('where nothing of it can be read, the refusal and the next window name the newest good backup', async () => {
  await start()
  say(1, 2)
  backUpClosedDatabase(folder, at, 'daily')
  const newer = backUpClosedDatabase(folder, at + 86_400_000, 'daily') ?? ''
  fs.writeFileSync(newer, fs.readFileSync(newer).fill(7, 8192))
  fs.truncateSync(file, 3000)
  const wayBack =
    /The newest good backup is of 2026-11-23 08:02 UTC .* janus restore janus-20261123T080200Z-daily\.db$/
  await expect(start()).rejects.toThrow(wayBack)
  const { notices, offered } = await start()
  expect(notices).toEqual([expect.stringMatching(wayBack)])
  expect(offered).toEqual({ name: 'janus-20261123T080200Z-daily.db', at })
})

test('where rows are missing after a healing it is offered too; where there is none, that is said', async () => {
  await start()
  say(...Array.from({ length: 300 }, (_, n) => n + 1))
  const bytes = fs.readFileSync(file)
  const page = 4096 * Math.floor(bytes.indexOf('message 150') / 4096)
  fs.writeFileSync(file, bytes.fill(7, page, page + 4096))
  const { notices, offered } = await start()
  expect(notices.at(-1)).toContain('There is no backup to restore.')
  expect(offered).toBeNull()
})
