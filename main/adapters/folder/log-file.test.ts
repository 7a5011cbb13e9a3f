import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { abilities } from '../../testkit/suites/backend/abilities.ts'
import { plants, whatPipesHold } from '../../testkit/served/planted.ts'
import { openLog } from './log-file.ts'
import { testFolder } from '../../testkit/test-folder.ts'

describe('the log', () => {
  let folder: string
  const path = (): string => join(folder, 'janus.log')
  beforeEach(() => void (folder = testFolder('log')))

  test('is the owner’s alone, and begins again where it is long', () => {
    const log = openLog(folder)
    for (let n = 0; n < 3; n++) log('x'.repeat(500_000))
    expect(readdirSync(folder).toSorted()).toEqual(['janus.log', 'janus.log.1'])
    if (abilities.modes) expect(statSync(path()).mode & 0o777).toBe(0o600)
  })

  test.runIf(abilities.links).each(plants)('never follows %s in its place', (_, plant) => {
    const victim = join(folder, 'victim')
    writeFileSync(victim, 'precious')
    plant(path(), victim)
    openLog(folder)('a line')
    expect(readFileSync(victim, 'utf8')).toBe('precious')
    expect(existsSync(`${victim}-none`)).toBe(false)
    expect(whatPipesHold(path())).toBe('')
  })
})
