import * as fs from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { abilities } from '../../testkit/suites/backend/abilities.ts'
import { plants } from '../../testkit/served/planted.ts'
import { FolderError, FolderTakenError } from './errors.ts'
import { lockFolder } from './lock.ts'
import { copyToRead } from './reading-copy.ts'
import { testFolder } from '../../testkit/test-folder.ts'

describe('a copy to read', () => {
  let top: string
  let folder: string
  const write = (name: string, words: string): void => fs.writeFileSync(join(folder, name), words)
  beforeEach(() => {
    top = testFolder('copy')
    folder = join(top, 'state')
    fs.mkdirSync(folder, { mode: 0o700 })
  })

  test('has the state without secrets, is owner-only, and can be removed', () => {
    write('janus.db', 'rows')
    write('janus.db-wal', 'newer rows')
    write('settings.json', '{}')
    write('api.json', 'a token')
    fs.chmodSync(join(folder, 'janus.db'), 0o400)
    const copy = copyToRead(folder, [top])
    if (copy === null) throw new Error('nothing was copied')
    expect(fs.readdirSync(copy.folder).toSorted()).toEqual(['janus.db', 'janus.db-wal', 'settings.json'])
    expect(fs.readFileSync(join(copy.folder, 'janus.db-wal'), 'utf8')).toBe('newer rows')
    if (abilities.modes) {
      expect(fs.statSync(copy.folder).mode & 0o777).toBe(0o700)
      expect(fs.statSync(join(copy.folder, 'janus.db')).mode & 0o777).toBe(0o600)
    }
    copy.remove()
    expect(fs.readdirSync(top)).toEqual(['state'])
  })

  test('is not made where there is nothing to read', () => {
    expect(copyToRead(folder, [top])).toBe(null)
    expect(fs.readdirSync(top)).toEqual(['state'])
  })

  test('is not made of a folder on which a Janus runs: it would be torn', () => {
    write('janus.db', 'rows')
    const release = lockFolder(folder)
    expect(() => copyToRead(folder, [top])).toThrow(FolderTakenError)
    release()
    copyToRead(folder, [top])?.remove()
  })

  test.runIf(abilities.links).each(plants)('follows no %s', (_, plant) => {
    const victim = join(top, 'victim')
    fs.writeFileSync(victim, 'precious')
    plant(join(folder, 'janus.db'), victim)
    expect(() => copyToRead(folder, [top])).toThrow(FolderError)
  })
})
