import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RefusedError } from '../../contract/api/errors.ts'
import type { HarvestFiles } from '../../ports/gatherings.ts'
import { harvestSuite, makeHarvestFile } from '../../testkit/suites/harvest-suite.ts'
import { makeQuickFolder } from '../../testkit/quick-folder.ts'
import { canMount, mountDisk, unmountDisk } from '../folder/testing/small-disk.ts'
import { openHarvestFiles } from './harvest-files.ts'
import { quickTestFolder } from '../../testkit/test-folder.ts'

const read = (path: string): string | null => (fs.existsSync(path) ? fs.readFileSync(path, 'utf8') : null)
const write = (path: string, text: string): void => {
  fs.mkdirSync(dirname(path), { recursive: true })
  fs.writeFileSync(path, text)
}

harvestSuite('files of gatherings on the disk', () => {
  const at = fs.realpathSync(makeQuickFolder('harvest'))
  const [folder, stateFolder] = [join(at, 'ferry'), join(at, 'state')]
  for (const path of [folder, stateFolder]) fs.mkdirSync(path, { mode: 0o700 })
  return {
    files: openHarvestFiles(stateFolder, ['AGENTS.md']),
    folder,
    stateFolder,
    read,
    write,
    dispose: () => fs.rmSync(at, { recursive: true }),
  }
})

let at: string
let folder: string
let state: string
let files: HarvestFiles
beforeEach(() => {
  at = quickTestFolder('harvest')
  folder = join(at, 'ferry')
  state = join(folder, '.janus')
  fs.mkdirSync(folder)
  fs.mkdirSync(state, { mode: 0o700 })
  fs.mkdirSync(join(at, 'outside'))
  files = openHarvestFiles(state, ['AGENTS.md'])
})

const doc = (path: string, text = 'x') => ({ kind: 'doc', path, text }) as const
const todo = { kind: 'todo', path: '', text: 'x' } as const
type Card = ReturnType<typeof doc> | typeof todo

function file(card: Card, root: string | null = folder): string {
  const { problem, hash } = files.look(root, card)
  expect(problem).toBe('')
  return files.file(root, card, hash)
}

/** Returns why a card is refused and checks that nothing was changed. */
function problemOf(card: Card, root: string | null = folder): string {
  const before = everything()
  const { problem, hash } = files.look(root, card)
  expect(() => files.file(root, card, hash)).toThrow(RefusedError)
  expect(everything()).toEqual(before)
  return problem
}

/** Every path under the test's folder with the content of plain files. */
const everything = (): string[] =>
  fs.readdirSync(at, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name)
    return `${path} ${entry.isFile() ? fs.readFileSync(path, 'utf8') : ''}`
  })

describe('links do not lead out of the folder', () => {
  it.each<[string, string, Card]>([
    ['docs', '../outside', doc('docs/a.md')],
    ['docs', '../outside', doc('docs/new/a.md')],
    ['docs', '..', doc('docs/outside/a.md')],
    ['docs', '.git/hooks', doc('docs/pre-commit')],
    ['docs', '.janus', doc('docs/settings.json')],
    ['docs', 'nowhere', doc('docs/a.md')],
    ['a.md', '../outside/a.md', doc('a.md')],
    ['a.md', 'README.md', doc('a.md')],
    ['gatherings', '../outside', todo],
    ['gatherings', '.git', todo],
    ['gatherings/TODO.md', '../../outside/TODO.md', todo],
  ])('%s to %s', (link, target, card) => {
    for (const path of ['.git/hooks', 'gatherings']) {
      if (path !== link) fs.mkdirSync(join(folder, path), { recursive: true })
    }
    write(join(folder, 'README.md'), 'read me')
    fs.symlinkSync(target, join(folder, link))
    expect(problemOf(card)).toMatch(/leads out|hidden|not a folder|a link|Janus itself/)
  })

  it.each(['gatherings', 'gatherings/2026-11-22-which-names.md', 'gatherings/TRAIL.md'])(
    'not for the gathering itself, by a link at %s',
    (link) => {
      fs.mkdirSync(dirname(join(folder, link)), { recursive: true })
      const target = link === 'gatherings' ? join(at, 'outside') : join(at, 'outside', 'a.md')
      fs.symlinkSync(target, join(folder, link))
      try {
        expect(files.keep(folder, makeHarvestFile(1))).toBe(
          join(folder, 'gatherings', '2026-11-22-which-names-2.md'),
        )
      } catch (error) {
        expect(error).toMatchObject({ refusal: { code: 'wrong_state' } })
      }
      expect(fs.readdirSync(join(at, 'outside'))).toEqual([])
    },
  )

  it('a link that stays inside is followed, and the real path is shown', () => {
    fs.mkdirSync(join(folder, 'documents'))
    fs.symlinkSync('documents', join(folder, 'docs'))
    expect(file(doc('docs/a.md'))).toBe(join(folder, 'documents', 'a.md'))
    fs.symlinkSync(folder, join(at, 'work'))
    expect(files.look(join(at, 'work'), doc('b.md')).path).toBe(join(folder, 'b.md'))
  })
})

describe('obstacles', () => {
  it.each<[string, () => unknown, Card]>([
    ['a file for a folder', () => write(join(folder, 'docs'), 'x'), doc('docs/a.md')],
    ['a folder for a file', () => fs.mkdirSync(join(folder, 'a.md')), doc('a.md')],
    ['a pipe', () => spawnSync('mkfifo', [join(folder, 'a.md')]), doc('a.md')],
    [
      'bytes that are no text',
      () => fs.writeFileSync(join(folder, 'a.md'), Buffer.of(0x61, 0xff)),
      doc('a.md'),
    ],
    ['a program', () => fs.writeFileSync(join(folder, 'a.md'), Buffer.of(0x7f, 0x45, 0)), doc('a.md')],
    ['17 MiB', () => fs.writeFileSync(join(folder, 'a.md'), Buffer.alloc(17 << 20, 0x61)), doc('a.md')],
    ['a list that is no text', () => write(join(folder, 'gatherings/TODO.md'), 'a\0'), todo],
  ])('%s is left alone', (_, plant, card) => {
    plant()
    expect(problemOf(card)).not.toBe('')
  })

  it('a file that is protected against writing, also from the user’s own rights', () => {
    write(join(folder, 'a.md'), 'kept')
    fs.chmodSync(join(folder, 'a.md'), 0o444)
    const { hash } = files.look(folder, doc('a.md'))
    expect(() => files.file(folder, doc('a.md'), hash)).toThrow('protected')
    expect(read(join(folder, 'a.md'))).toBe('kept')
  })

  it('a folder that is gone', () => {
    const gone = join(at, 'gone')
    expect(() => files.keep(gone, makeHarvestFile(1))).toThrow(`${gone} is not there`)
    expect(files.look(gone, todo).problem).toContain('is not there')
    expect(() => files.file(gone, todo, '')).toThrow(RefusedError)
    expect(fs.existsSync(gone)).toBe(false)
  })
})

const rights = (path: string): string => (fs.statSync(path).mode & 0o777).toString(8)

describe('rights', () => {
  it('in the state folder everything is owner-only', () => {
    const paths = [files.keep(null, makeHarvestFile(1)), file(todo, null), file(doc('a/b/c.md'), null)]
    paths.push(join(state, 'gatherings', 'TRAIL.md'))
    expect(paths.map(rights)).toEqual(['600', '600', '600', '600'])
    const made = ['gatherings', 'gatherings/a', 'gatherings/a/b'].map((name) => rights(join(state, name)))
    expect(made).toEqual(['700', '700', '700'])
  })

  it('elsewhere new files have default modes and existing ones keep theirs', () => {
    const usual = 0o666 & ~process.umask()
    const list = file(todo)
    expect(rights(list)).toBe(usual.toString(8))
    fs.chmodSync(list, 0o640)
    file({ ...todo, text: 'more' } as never)
    expect(rights(list)).toBe('640')
  })

  it('a hard link elsewhere keeps its content', () => {
    write(join(at, 'outside', 'a.md'), 'theirs')
    fs.linkSync(join(at, 'outside', 'a.md'), join(folder, 'a.md'))
    file(doc('a.md', 'new'))
    expect([read(join(at, 'outside', 'a.md')), read(join(folder, 'a.md'))]).toEqual(['theirs', 'new\n'])
  })
})

describe.runIf(canMount)(
  'a disk that takes nothing (skipped: needs root on Linux, to mount a small one)',
  () => {
    beforeEach(() => mountDisk(folder, 'size=256k'))
    afterEach(() => unmountDisk(folder))
    const names = (): string[] => fs.readdirSync(folder, { recursive: true }).map(String).sort()
    const refused = (act: () => unknown, words: string): void => {
      expect(act).toThrow(words)
      expect(act).toThrow(RefusedError)
    }

    it('full: nothing is left half, nothing is lost, and later all of it is there once', () => {
      files.keep(folder, makeHarvestFile(1))
      const list = file(todo)
      const before = names().map((name) => [name, name.endsWith('.md') && read(join(folder, name))])
      const long = makeHarvestFile(2, { markdown: 'words '.repeat(100_000) })
      const card = doc('gatherings/TODO.md', 'words '.repeat(100_000))
      refused(() => files.keep(folder, long), 'The disk is full.')
      refused(() => files.file(folder, card, files.look(folder, card).hash), 'The disk is full.')
      expect(names().map((name) => [name, name.endsWith('.md') && read(join(folder, name))])).toEqual(before)
      mountDisk(folder, 'remount,size=4m')
      expect(files.keep(folder, long)).toContain('which-names-2.md')
      expect(read(join(folder, 'gatherings/TRAIL.md'))?.split('\n')).toHaveLength(5)
      expect(read(list)).toBe('# To do\n\n- [ ] x\n')
    })

    it('read-only: it says so', () => {
      file(todo)
      const card = { kind: 'todo', path: '', text: 'more' } as const
      const { hash } = files.look(folder, card)
      mountDisk(folder, 'remount,ro')
      refused(() => files.keep(folder, makeHarvestFile(1)), 'The disk can only be read.')
      refused(() => files.file(folder, card, hash), 'The disk can only be read.')
      expect(files.look(folder, card).problem).toBe('')
    })
  },
)
