import * as fs from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { newestGood } from '../../adapters/store/backups/restore.ts'
import { backupsIn } from '../../adapters/store/backups/backup-folder.ts'
import { openStore } from '../../adapters/store/store.ts'
import { StoreFullError } from '../../ports/ports.ts'
import { VirtualClock } from '../../testkit/virtual-clock.ts'
import { Backups } from './backups.ts'
import { quickTestFolder } from '../../testkit/test-folder.ts'

const day = 86_400_000

let folder: string
let whole: string
let isEmpty: boolean
beforeEach(() => {
  folder = quickTestFolder('days')
  openStore(folder).close()
  whole = join(folder, 'janus.db')
  isEmpty = false
})

describe('the day’s backup', () => {
  const told: string[] = []
  let clock: VirtualClock
  const open = (copy: (to: string) => void = (to) => fs.copyFileSync(whole, to)) =>
    new Backups({
      folder,
      clock,
      isEmpty: () => isEmpty,
      log: () => undefined,
      copy: async (to) => copy(to),
      tell: (words) => told.push(words),
    })
  const days = () => backupsIn(folder).map(({ name }) => name.slice(6, 14))
  beforeEach(() => {
    told.splice(0)
    clock = new VirtualClock(Date.UTC(2026, 10, 24, 9, 30))
  })

  it('is made once a day, three are kept, and a day is begun while Janus runs', async () => {
    const backups = open()
    backups.start()
    // Waits for the daily backup, which is made first.
    await backups.make(null)
    expect(
      backupsIn(folder)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['asked', 'daily'])
    clock.advance(3_600_000)
    await backups.make(join(folder, 'elsewhere.db'))
    expect(backupsIn(folder)).toHaveLength(2)
    for (let n = 1; n <= 4; n++) {
      clock.advance(day)
      await backups.make(join(folder, `${String(n)}.db`))
    }
    const daily = backupsIn(folder).filter(({ kind }) => kind === 'daily')
    expect(daily.map(({ name }) => name.slice(6, 14))).toEqual(['20261128', '20261127', '20261126'])
    await backups.close()
    expect(told).toEqual([])
  })

  it('that fails is told once a day, and stops nothing', async () => {
    const backups = open(() => {
      throw new StoreFullError('The disk is full.')
    })
    backups.start()
    clock.advance(3_600_000)
    await expect(backups.make(null)).rejects.toThrow('The disk is full.')
    expect(told).toEqual([
      'A backup of the database could not be made. The disk is full. Janus continues without one, and tries again.',
    ])
    await backups.close()
    expect(days()).toEqual([])
  })

  it('that is damaged never costs a good one its place', async () => {
    const backups = open()
    for (let n = 0; n < 3; n++) {
      await backups.make(null)
      clock.advance(60_000)
    }
    const [newest, second, oldest] = backupsIn(folder)
    for (const one of [newest, second]) fs.truncateSync(one?.path ?? '', 5000)
    expect(newestGood(folder)?.name).toBe(oldest?.name)
    await backups.make(null)
    expect(backupsIn(folder).filter(({ problem }) => problem === null)).toHaveLength(2)
    await backups.close()
  })

  it('writes over nothing where the user wants it, and leaves nothing where it fails', async () => {
    const backups = open()
    const path = join(folder, 'mine.txt')
    fs.writeFileSync(path, 'mine')
    await expect(backups.make(path)).rejects.toThrow('is there already')
    await expect(backups.make(join(folder, 'none', 'a.db'))).rejects.toThrow('its folder is not there')
    await expect(backups.make('a.db')).rejects.toThrow('no full path')
    expect(fs.readFileSync(path, 'utf8')).toBe('mine')
    await backups.close()
  })
})
