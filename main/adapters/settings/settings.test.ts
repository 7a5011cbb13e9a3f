import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { initialSettings, settings, type Settings } from '../../contract/app/settings.ts'
import { StoreFullError, type SettingsBook } from '../../ports/ports.ts'
import { FolderError } from '../folder/errors.ts'
import { canMount, fillDisk, mountDisk, unmountDisk } from '../folder/testing/small-disk.ts'
import { openSettings } from './settings.ts'
import { quickTestFolder } from '../../testkit/test-folder.ts'

let folder: string
let path: string
let lines: string[]
beforeEach(() => {
  folder = quickTestFolder('settings')
  path = join(folder, 'settings.json')
  lines = []
})

const open = (): SettingsBook => openSettings(folder, (line) => lines.push(line))
const write = (text: string | Uint8Array): void => fs.writeFileSync(path, text, { mode: 0o600 })
const written = (): unknown => JSON.parse(fs.readFileSync(path, 'utf8'))

describe('the settings', () => {
  it('are the initial ones where nothing was said, and nothing is written', () => {
    expect(open().values()).toEqual(initialSettings)
    expect(fs.readdirSync(folder)).toEqual([])
    expect(lines).toEqual([])
  })

  it('count under the name that they had before', () => {
    fs.writeFileSync(path, JSON.stringify({ person: 'Zoë' }), { mode: 0o600 })
    const book = open()
    expect(book.values().user).toBe('Zoë')
    book.change({ theme: 'dark' })
    expect(written()).toEqual({ user: 'Zoë', theme: 'dark' })
    expect(lines).toEqual([])
  })

  it('are saved before a change returns, for the owner only', () => {
    const book = open()
    expect(book.change({ theme: 'dark', model: 'opus' })).toEqual({
      ...initialSettings,
      theme: 'dark',
      model: 'opus',
    })
    expect(open().values()).toEqual(book.values())
    expect(fs.statSync(path).mode & 0o777).toBe(0o600)
    expect(book.change({ model: null }).model).toBeNull()
    expect(open().values().model).toBeNull()
    expect(fs.readdirSync(folder)).toEqual(['settings.json'])
  })

  it('take what the user wrote in the file meanwhile', () => {
    const book = open()
    write('{"user":"Ada"}')
    expect(book.change({ notify: false })).toMatchObject({ user: 'Ada', notify: false })
  })

  it('keep any character that a line may have', () => {
    open().change({ user: 'Zoë \uFFFD 漢' })
    expect(open().values().user).toBe('Zoë \uFFFD 漢')
    expect(lines).toEqual([])
  })
})

describe('a field of the file', () => {
  it('that is invalid does not count, is told, and stays until it is changed', () => {
    write('{"theme":"pink","density":"verbose","user":"a\\nb"}')
    const book = open()
    expect(book.values()).toEqual({ ...initialSettings, density: 'verbose' })
    expect(lines).toHaveLength(2)
    expect(lines.join()).toContain('the value of theme is not used')
    book.change({ notify: false })
    expect(written()).toEqual({ theme: 'pink', density: 'verbose', user: 'a\nb', notify: false })
    book.change({ theme: 'light' })
    expect(open().values().theme).toBe('light')
    expect(lines).toHaveLength(3)
  })

  it('that is unknown is told in one clean line, and stays', () => {
    write('{"fu\\u001bture":{"deep":[1]},"__proto__":{"theme":"dark"},"toString":1}')
    const book = open()
    expect(book.values()).toEqual(initialSettings)
    expect(lines).toHaveLength(3)
    expect(lines.join('')).not.toMatch(/\p{Cc}/u)
    book.change({ theme: 'dark' })
    expect(fs.readFileSync(path, 'utf8')).toContain('"deep"')
    expect(Object.keys(written() as object)).toContain('__proto__')
  })
})

describe('a file that is no settings file', () => {
  it.each(['', '{', 'null', '[]', '"x"', '\0\0\0', '{"theme":"dark"}}', '['.repeat(400_000)])(
    'is set aside whole, never deleted: %#',
    (text) => {
      write('first')
      open()
      write(text)
      const book = open()
      expect(book.values()).toEqual(initialSettings)
      expect(fs.readFileSync(`${path}.damaged-1`, 'utf8')).toBe('first')
      expect(fs.readFileSync(`${path}.damaged-2`, 'utf8')).toBe(text)
      expect(fs.existsSync(path)).toBe(false)
      expect(lines[1]).toContain(`it now lies at ${path}.damaged-2`)
    },
  )

  it('found when something is changed is set aside too', () => {
    const book = open()
    write('{')
    expect(book.change({ theme: 'dark' })).toEqual({ ...initialSettings, theme: 'dark' })
    expect(fs.readFileSync(`${path}.damaged-1`, 'utf8')).toBe('{')
  })

  it('never stops the start nor is reset in silence, whatever byte of it has flipped', () => {
    const usual = JSON.stringify({ ...initialSettings, user: 'Zoë', theme: 'dark', extra: ['kept'] })
    const bytes = Buffer.from(usual)
    const flip = fc.record({ at: fc.nat(bytes.length - 1), mask: fc.integer({ min: 1, max: 255 }) })
    fc.assert(
      fc.property(fc.array(flip, { minLength: 1, maxLength: 4 }), (flips) => {
        const hurt = Buffer.from(bytes)
        for (const { at, mask } of flips) hurt[at] = (hurt[at] ?? 0) ^ mask
        write(hurt)
        lines = []
        const values = open().values()
        for (const name of Object.keys(settings) as (keyof Settings)[])
          expect(settings[name].shape.safeParse(values[name]).success).toBe(true)
        const still = fs.existsSync(path) ? fs.readFileSync(path) : fs.readFileSync(`${path}.damaged-1`)
        expect(still.equals(hurt)).toBe(true)
        if (!fs.existsSync(path)) expect(lines).toHaveLength(1)
        fs.rmSync(`${path}.damaged-1`, { force: true })
      }),
      { numRuns: 1000 },
    )
  })
})

describe('obstacles', () => {
  const victim = (): string => join(folder, 'victim')
  const plants: [string, () => void][] = [
    ['a link', () => fs.symlinkSync(victim(), path)],
    ['a link to nothing', () => fs.symlinkSync(join(folder, 'nothing'), path)],
    ['a second name', () => fs.linkSync(victim(), path)],
    ['a folder', () => fs.mkdirSync(path)],
    ['a pipe', () => spawnSync('mkfifo', [path])],
  ]
  it.each(plants)('%s is refused and left alone', (_, plant) => {
    fs.writeFileSync(victim(), '{"theme":"dark"}', { mode: 0o600 })
    const book = open()
    plant()
    expect(open).toThrow(FolderError)
    expect(() => book.change({ theme: 'light' })).toThrow(StoreFullError)
    expect(book.values()).toEqual(initialSettings)
    expect(fs.readFileSync(victim(), 'utf8')).toBe('{"theme":"dark"}')
  })

  it('others who can write the file are told of', () => {
    write('{}')
    fs.chmodSync(path, 0o622)
    expect(open).toThrow('chmod 600')
  })

  it.runIf(canMount)('a full disk: nothing changes, and it says so', () => {
    mountDisk(folder, 'size=64k,mode=0700')
    try {
      const book = open()
      book.change({ theme: 'dark' })
      const before = fs.readFileSync(path, 'utf8')
      fillDisk(folder)
      expect(() => book.change({ theme: 'light' })).toThrow(/could not be saved\. The disk is full\./)
      expect(book.values().theme).toBe('dark')
      expect(fs.readFileSync(path, 'utf8')).toBe(before)
      fs.rmSync(join(folder, 'ballast'))
      expect(book.change({ theme: 'light' }).theme).toBe('light')
    } finally {
      unmountDisk(folder)
    }
  })

  it.runIf(canMount)('a disk that can only be read', () => {
    mountDisk(folder, 'size=64k,mode=0700')
    try {
      open().change({ theme: 'dark' })
      const book = open()
      write('{')
      mountDisk(folder, 'remount,ro')
      expect(open().values()).toEqual(initialSettings)
      expect(lines[0]).toContain('could not be set aside: The disk can only be read.')
      expect(() => book.change({ theme: 'light' })).toThrow(StoreFullError)
      expect(fs.readFileSync(path, 'utf8')).toBe('{')
    } finally {
      unmountDisk(folder)
    }
  })
})
