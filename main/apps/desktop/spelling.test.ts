import { mkdirSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { checkSpelling } from './spelling.ts'
import { ElectronStandIn } from './testing/electron-stand-in.ts'
import { testFolder } from '../../testkit/test-folder.ts'

let place = ''
let logged: string[] = []
beforeEach(() => {
  place = testFolder('spelling')
  logged = []
})

/** Returns what is checked with these system dictionaries, and the profile's folder. */
async function check(platform: NodeJS.Platform, ...files: string[]) {
  const electron = new ElectronStandIn()
  await electron.start(() => undefined)
  const { defaultSession } = electron.session
  defaultSession.storagePath = join(place, 'window')
  const dictionaries = join(place, 'system')
  if (files.length > 0) mkdirSync(dictionaries)
  for (const file of files) writeFileSync(join(dictionaries, file), 'x')
  checkSpelling(electron, { platform, dictionaries, log: (line) => logged.push(line) })
  return defaultSession.spelling
}
const folder = () => join(place, 'window', 'Dictionaries')

test('on Linux the system’s dictionaries of the user’s languages are used, by the names that Chromium wants', async () => {
  expect(await check('linux', 'de_DE.bdic', 'en_US.bdic', 'tr_TR.bdic', 'fr.bdic', 'README')).toEqual([
    'de',
    'en-US',
  ])
  expect(readdirSync(folder()).sort()).toEqual([
    'de-DE-3-0.bdic',
    'en-US-10-1.bdic',
    'fr-3-0.bdic',
    'tr-TR-4-0.bdic',
  ])
  expect(readlinkSync(join(folder(), 'de-DE-3-0.bdic'))).toBe(join(place, 'system', 'de_DE.bdic'))
})

test('one that somebody has put into the profile counts as well', async () => {
  mkdirSync(folder(), { recursive: true })
  writeFileSync(join(folder(), 'en-US-10-1.bdic'), 'x')
  expect(await check('linux')).toEqual(['en-US'])
})

test('without one nothing is checked, and so nothing is looked for elsewhere', async () => {
  expect(await check('linux')).toBe(false)
  expect(logged).toEqual([])
})

test('a profile that cannot be written to costs the check, not the start', async () => {
  writeFileSync(join(place, 'window'), 'in the way')
  expect(await check('linux', 'de_DE.bdic')).toBe(false)
  expect(logged).toEqual([expect.stringMatching(/^spelling: no dictionary: /)])
})

test.each(['darwin', 'win32'] as const)('%s has a check of its own', async (platform) => {
  expect(await check(platform, 'de_DE.bdic')).toBe(true)
})
