import { everything } from '../../ports/search-query.ts'
import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../ports/ports.ts'
import { abilities } from '../../testkit/suites/backend/abilities.ts'
import { entryRow, makeEntry, makeMessage, messageRow } from '../../testkit/factories/factories.ts'
import { StoreSetAsideError } from './faults.ts'
import { oldestFormat } from './migrate.ts'
import { applicationId, currentFormat, schema } from './schema.ts'
import { openStore } from './store.ts'
import { quickTestFolder } from '../../testkit/test-folder.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = quickTestFolder('open')
  file = join(folder, 'janus.db')
})

const open = (): Store => openStore(folder, { busyMs: 0 })

/** Returns the error; fails when nothing is thrown. */
function refusalOf(act: () => unknown): Error {
  try {
    act()
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('it was not refused')
}

function leaveOne(): void {
  const store = open()
  store.commit([messageRow(makeMessage(1)), entryRow(makeEntry(1, { text: 'first words' }))])
  store.close()
}

/** Changes the database behind Janus's back. */
function meddle(sql: string): void {
  const db = new DatabaseSync(file, { defensive: false })
  db.exec(sql)
  db.close()
}

describe('a file in good order', () => {
  it('is readable by its owner only, with what lies beside it', () => {
    const store = open()
    store.commit([messageRow(makeMessage(1))])
    const names = fs.readdirSync(folder).sort()
    expect(names).toEqual(['janus.db', 'janus.db-wal', 'janus.db.mark'])
    for (const name of names) {
      const { mode } = fs.statSync(join(folder, name))
      if (abilities.modes) expect(mode & 0o777).toBe(0o600)
    }
    store.close()
    expect(fs.readdirSync(folder)).toEqual(['janus.db'])
  })

  it('is not opened again by what comes after it was closed', () => {
    const store = open()
    store.close()
    store.close()
    expect(() => store.commit([messageRow(makeMessage(1))])).toThrow('closed')
    open().close()
  })

  it('starts over after a start that died halfway', () => {
    fs.writeFileSync(`${file}.new`, 'half')
    leaveOne()
    expect(fs.readdirSync(folder)).toEqual(['janus.db'])
  })
})

describe('an SQLite that was built without a part that Janus needs', () => {
  // Simulates a missing module by a name that no SQLite has.
  const format = { ...currentFormat, tables: schema.replaceAll('fts5', 'fts9') }
  const refusal = {
    because: 'lacking',
    message: expect.stringMatching(/without fts9.*Start Janus with/s) as string,
  }

  it('is named, and a good database stays as it is', () => {
    leaveOne()
    const bytes = fs.readFileSync(file)
    expect(refusalOf(() => openStore(folder, { busyMs: 0, format }))).toMatchObject(refusal)
    expect(fs.readdirSync(folder)).toEqual(['janus.db'])
    expect(fs.readFileSync(file).equals(bytes)).toBe(true)
    open().close()
  })

  it('is named where there is none yet', () => {
    expect(refusalOf(() => openStore(folder, { busyMs: 0, format }))).toMatchObject(refusal)
    open().close()
  })
})

describe('unusable files are set aside completely', () => {
  const damages: [string, () => void, RegExp][] = [
    ['an empty file', () => fs.truncateSync(file, 0), /is empty/],
    ['half a file', () => fs.truncateSync(file, 20_000), /damaged/],
    ['another program’s text', () => fs.writeFileSync(file, 'Dear diary, '.repeat(1000)), /damaged/],
  ]
  it.each(damages)('%s', (_, damage, why) => {
    leaveOne()
    damage()
    const bytes = fs.readFileSync(file)
    const error = refusalOf(open)
    expect(error).toBeInstanceOf(StoreSetAsideError)
    expect(error.message).toMatch(why)
    expect(error.message).toContain(`${file}.damaged-1`)
    expect(fs.readFileSync(`${file}.damaged-1`).equals(bytes)).toBe(true)
    leaveOne()
  })

  const healed: [string, () => void, RegExp][] = [
    ['another program’s database', () => meddle('PRAGMA application_id = 7'), /not a database of Janus/],
    [
      'a planted trigger',
      () => meddle('CREATE TRIGGER t AFTER INSERT ON message BEGIN DELETE FROM agent; END'),
      /tables/,
    ],
    ['a planted view', () => meddle('CREATE VIEW v AS SELECT load_extension(1)'), /tables/],
    ['a missing table', () => meddle('DROP TABLE turn'), /tables/],
    [
      'a row that says something else',
      () => meddle(`UPDATE message SET row = replace(row, 'queued', 'read')`),
      /record/,
    ],
    ['a row that is no JSON', () => meddle(`UPDATE message SET row = '{'`), /record/],
  ]
  it.each(healed)('recovers what is readable of %s', (_, damage, why) => {
    leaveOne()
    damage()
    const bytes = fs.readFileSync(file)
    const store = openStore(folder, { busyMs: 0 })
    expect(store.incidents).toMatchObject([{ kind: 'carried', why: expect.stringMatching(why) as string }])
    expect(store.kept).toEqual([`${file}.damaged-1`])
    expect(fs.readFileSync(`${file}.damaged-1`).equals(bytes)).toBe(true)
    expect(store.search(everything('first'), 5, 0)).toHaveLength(1)
    store.close()
    expect(openStore(folder).incidents).toEqual([])
  })

  it('a file of a build from before the first release, under a name that says so', () => {
    const older = new DatabaseSync(file)
    older.exec('CREATE TABLE agent (id TEXT PRIMARY KEY, row TEXT NOT NULL)')
    older.exec(`INSERT INTO agent VALUES ('agt-1', '{"name":"Scout"}')`)
    older.exec(`PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${oldestFormat - 1}`)
    older.close()
    const bytes = fs.readFileSync(file)
    const error = refusalOf(open)
    expect(error).toBeInstanceOf(StoreSetAsideError)
    expect(error.message).toMatch(/before its first release.*Nothing was deleted.*Start Janus again/s)
    expect(fs.readFileSync(`${file}.before-release-1`).equals(bytes)).toBe(true)
    leaveOne()
  })

  it('keeps every earlier one', () => {
    for (const n of [1, 2, 3]) {
      fs.writeFileSync(file, `garbage ${n}`.repeat(1000))
      expect(refusalOf(open).message).toContain(`${file}.damaged-${n}`)
    }
    expect(fs.readdirSync(folder)).toHaveLength(3)
  })

  it('takes the log along', () => {
    leaveOne()
    fs.truncateSync(file, 4096)
    fs.writeFileSync(`${file}-wal`, 'log of something')
    const error = refusalOf(open)
    expect(error).toBeInstanceOf(StoreSetAsideError)
    expect(fs.readFileSync(`${file}.damaged-1-wal`, 'utf8')).toBe('log of something')
    expect((error as StoreSetAsideError).movedTo).toEqual([`${file}.damaged-1`, `${file}.damaged-1-wal`])
  })

  it('does not write another database’s log into this one', () => {
    const store = open()
    for (let n = 1; n < 50; n++) store.commit([messageRow(makeMessage(n, { body: 'x'.repeat(3000) }))])
    const log = fs.readFileSync(`${file}-wal`)
    store.close()
    fs.rmSync(file)
    leaveOne()
    const bytes = fs.readFileSync(file)
    fs.writeFileSync(`${file}-wal`, log)
    try {
      open().close()
    } catch (error) {
      expect(error).toBeInstanceOf(StoreSetAsideError)
      expect(fs.readFileSync(`${file}.damaged-1`).equals(bytes)).toBe(true)
    }
  })

  it('does not begin again beside a log that lost its database', () => {
    fs.writeFileSync(`${file}-wal`, 'the newest rows')
    expect(refusalOf(open)).toBeInstanceOf(StoreSetAsideError)
    expect(fs.readFileSync(`${file}.damaged-1-wal`, 'utf8')).toBe('the newest rows')
  })

  it('but not for a damaged search index, which is rebuilt', () => {
    leaveOne()
    meddle('DELETE FROM entry_text_data WHERE id > 10')
    const store = open()
    expect(store.search(everything('first'), 5, 0)).toHaveLength(1)
    store.close()
  })

  it('nor for a damaged row of a transcript, which is shown as damaged', () => {
    leaveOne()
    meddle(`UPDATE entry SET row = replace(row, '"text"', '"tool"')`)
    const store = open()
    expect(store.entries(makeEntry(1).agent, null, 5)).toMatchObject([{ n: 1, kind: 'note', isError: true }])
    store.close()
  })
})

describe('refused files stay unchanged', () => {
  it('a newer format', () => {
    leaveOne()
    meddle('PRAGMA user_version = 99')
    const bytes = fs.readFileSync(file)
    const error = refusalOf(open)
    expect(error).toMatchObject({ name: 'StoreRefusedError', because: 'newer' })
    expect(error.message).toContain('newer Janus')
    expect(fs.readFileSync(file).equals(bytes)).toBe(true)
  })

  it('a database that is open elsewhere', () => {
    const first = open()
    first.commit([messageRow(makeMessage(1))])
    expect(refusalOf(open)).toMatchObject({ name: 'StoreRefusedError', because: 'locked' })
    first.commit([messageRow(makeMessage(2))])
    first.close()
    const second = open()
    expect(second.load().seq).toBe(2)
    second.close()
  })

  const kept = ['janus.db', 'janus.db-wal', 'janus.db-shm']
  it.runIf(abilities.links).each(kept)('a link in the place of %s', (name) => {
    leaveOne()
    const victim = join(folder, 'victim')
    fs.writeFileSync(victim, 'precious')
    fs.rmSync(join(folder, name), { force: true })
    fs.symlinkSync(victim, join(folder, name))
    expect(refusalOf(open)).toMatchObject({ because: 'unsafe' })
    fs.rmSync(join(folder, name))
    fs.linkSync(victim, join(folder, name))
    expect(refusalOf(open)).toMatchObject({ because: 'unsafe' })
    expect(fs.readFileSync(victim, 'utf8')).toBe('precious')
  })
})

describe('a failing disk', () => {
  const script = join(import.meta.dirname, 'testing', 'broken-handle.ts')

  it.skipIf(process.platform !== 'linux')(
    'a broken handle is replaced, nothing is lost (skipped: needs /proc)',
    () => {
      const run = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' })
      expect(run.stderr).toBe('')
      expect(run.stdout.trim()).toBe('[1,2,3]')
    },
  )
})
