import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AgentId } from '../../contract/api/model.ts'
import { abilities } from '../../testkit/suites/backend/abilities.ts'
import { identityPath, makeIdentityFolder, readApiFile, removeApiFile, writeApiFile } from './api-file.ts'
import { FolderError } from './errors.ts'
import { openFolder } from './folder.ts'
import { readOwnerOnly, writeOwnerOnly } from './owner-only.ts'
import { testFolder } from '../../testkit/test-folder.ts'

let top: string
let folder: string
beforeEach(() => {
  top = testFolder('folder')
  folder = join(top, 'state')
})

const isRoot = process.getuid?.() === 0
const nobody = 65534
/** `as`: the result on systems without modes. */
const mode = (path: string, as: number): number => (abilities.modes ? fs.statSync(path).mode & 0o777 : as)
const agent: AgentId = 'agt-0123456789'
const api = { url: 'http://127.0.0.1:1/api', token: 't', pid: 1, startedAt: null }

describe('the state folder', () => {
  it('is created owner-only, with its parents', () => {
    expect(openFolder(join(folder, 'deep'))).toBe(join(folder, 'deep'))
    expect(mode(join(folder, 'deep'), 0o700)).toBe(0o700)
    expect(openFolder(join(folder, 'deep'))).toBe(join(folder, 'deep'))
  })

  it.runIf(abilities.links)('may be a link, and is then returned by its real path', () => {
    fs.mkdirSync(folder, { mode: 0o700 })
    fs.symlinkSync(folder, join(top, 'link'))
    expect(openFolder(join(top, 'link'))).toBe(folder)
  })

  it.runIf(abilities.modes).each([0o770, 0o707, 0o777, 0o720, 0o702, 0o1777])(
    'is refused when others may write in it: %o',
    (bits) => {
      fs.mkdirSync(folder)
      fs.chmodSync(folder, bits)
      expect(() => openFolder(folder)).toThrow(`chmod 700 '${folder}'`)
      expect(fs.readdirSync(folder)).toEqual([])
    },
  )

  it.runIf(abilities.modes)('is closed to others when they may only look', () => {
    for (const name of [null, 'janus.db']) {
      fs.mkdirSync(folder, { recursive: true })
      if (name !== null) fs.writeFileSync(join(folder, name), '')
      fs.chmodSync(folder, 0o755)
      openFolder(folder)
      expect(mode(folder, 0o700)).toBe(0o700)
    }
  })

  it.runIf(abilities.modes)('is not a folder that is open to others and used for something else', () => {
    fs.mkdirSync(folder)
    fs.chmodSync(folder, 0o755)
    fs.writeFileSync(join(folder, 'thesis.tex'), '')
    expect(() => openFolder(folder)).toThrow('--home')
    expect(mode(folder, 0o755)).toBe(0o755)
  })

  it('is not a file', () => {
    fs.writeFileSync(folder, '')
    expect(() => openFolder(folder)).toThrow()
  })

  it.runIf(isRoot)('is not another user’s', () => {
    fs.mkdirSync(folder, { mode: 0o700 })
    fs.chownSync(folder, nobody, nobody)
    expect(() => openFolder(folder)).toThrow(/belongs to another user/)
  })

  it.runIf(isRoot)('cannot be read by another user', () => {
    fs.chmodSync(top, 0o755)
    openFolder(folder)
    writeApiFile(folder, api)
    for (const path of [folder, join(folder, 'api.json')]) {
      expect(fs.existsSync(path)).toBe(true)
      expect(spawnSync('cat', [path], { uid: nobody, gid: nobody, cwd: '/' }).status).not.toBe(0)
      expect(
        spawnSync('ls', ['-A', path], { uid: nobody, gid: nobody, cwd: '/' }).stdout.toString(),
      ).not.toContain('json')
    }
  })
})

describe('what lies in it', () => {
  const names = [
    'api.json',
    'settings.json',
    'trust.json',
    'lock.json',
    'lock.db',
    'janus.db',
    'janus.db-wal',
    'refused.jsonl',
    'refused.jsonl.1',
    `agents/${agent}/identity.json`,
  ]
  beforeEach(() => {
    openFolder(folder)
    makeIdentityFolder(folder, agent)
  })

  it.runIf(abilities.modes).each(names)('%s is closed to others', (name) => {
    const path = join(folder, name)
    fs.writeFileSync(path, '')
    fs.chmodSync(path, 0o666)
    openFolder(folder)
    expect(mode(path, 0o600)).toBe(0o600)
  })

  it.each(names)('%s is refused when something else is in its place', (name) => {
    const path = join(folder, name)
    const victim = join(top, 'victim')
    fs.writeFileSync(victim, 'precious')
    const plants = [
      ...(abilities.links
        ? [() => fs.symlinkSync(victim, path), () => fs.symlinkSync(join(top, 'nothing'), path)]
        : []),
      () => fs.linkSync(victim, path),
      () => fs.mkdirSync(path),
      ...(abilities.pipes ? [() => spawnSync('mkfifo', [path])] : []),
    ]
    for (const plant of plants) {
      plant()
      expect(() => openFolder(folder)).toThrow(FolderError)
      expect(() => openFolder(folder)).toThrow(path)
      fs.rmSync(path, { recursive: true })
    }
    expect(fs.readFileSync(victim, 'utf8')).toBe('precious')
  })

  it('has folders of agents that are folders', () => {
    const path = join(folder, 'agents', agent)
    fs.rmSync(path, { recursive: true })
    fs.writeFileSync(path, '')
    expect(() => openFolder(folder)).toThrow(path)
    expect(() => makeIdentityFolder(folder, agent)).toThrow(path)
  })

  it.runIf(abilities.modes)('has folders of agents that are nobody else’s', () => {
    const path = join(folder, 'agents', agent)
    fs.chmodSync(path, 0o777)
    expect(() => openFolder(folder)).toThrow(path)
    fs.rmSync(path, { recursive: true })
    fs.mkdirSync(join(top, 'elsewhere'), { mode: 0o700 })
    fs.symlinkSync(join(top, 'elsewhere'), path)
    expect(() => openFolder(folder)).toThrow(path)
    expect(() => makeIdentityFolder(folder, agent)).toThrow(path)
    expect(() => writeOwnerOnly(identityPath(folder, agent), 'token')).toThrow(path)
    expect(fs.readdirSync(join(top, 'elsewhere'))).toEqual([])
  })
})

describe('files for the owner only', () => {
  let path: string
  beforeEach(() => {
    openFolder(folder)
    path = join(folder, 'file.json')
  })

  it('are written whole, whatever the umask, and leave no drafts', () => {
    const before = process.umask(0)
    try {
      writeOwnerOnly(path, 'one')
      writeOwnerOnly(path, 'two ü')
    } finally {
      process.umask(before)
    }
    expect(mode(path, 0o600)).toBe(0o600)
    expect(readOwnerOnly(path)).toBe('two ü')
    expect(fs.readdirSync(folder)).toEqual(['file.json'])
  })

  it.runIf(abilities.modes)('are not read where others could have written them', () => {
    expect(readOwnerOnly(path)).toBeNull()
    fs.writeFileSync(path, 'forged')
    fs.chmodSync(path, 0o620)
    expect(() => readOwnerOnly(path)).toThrow(`chmod 600 '${path}'`)
    fs.rmSync(path)
    fs.symlinkSync('/etc/passwd', path)
    expect(() => readOwnerOnly(path)).toThrow(/not a regular file/)
    expect(() => writeOwnerOnly(path, 'mine')).toThrow(/not a regular file/)
    fs.rmSync(path)
    spawnSync('mkfifo', [path])
    expect(() => readOwnerOnly(path)).toThrow(/not a regular file/)
  })

  it.runIf(abilities.modes)('are written only in a folder of the owner’s own', () => {
    fs.chmodSync(folder, 0o733)
    expect(() => writeOwnerOnly(path, 'mine')).toThrow('chmod 700')
    expect(fs.readdirSync(folder)).toEqual([])
  })

  it.runIf(abilities.links)('never reach what is planted in their place meanwhile', async () => {
    const victim = join(top, 'victim')
    fs.writeFileSync(victim, 'precious', { mode: 0o600 })
    const script = join(import.meta.dirname, 'testing', 'swapper.ts')
    const swapper = spawn(process.execPath, [script, path, victim], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(createInterface({ input: swapper.stdout }), 'line')
    let written = 0
    try {
      for (let round = 0; round < 1000; round++) {
        try {
          writeOwnerOnly(path, `round ${round}`)
          written++
        } catch {
          // Something was in the way and was left alone.
        }
        try {
          expect(readOwnerOnly(path) ?? `round ${round}`).toBe(`round ${round}`)
        } catch (error) {
          if (!(error instanceof FolderError)) throw error
        }
      }
    } finally {
      const ended = once(swapper, 'exit')
      swapper.kill('SIGKILL')
      await ended
    }
    expect(fs.readFileSync(victim, 'utf8')).toBe('precious')
    expect(written).toBeGreaterThan(0)
    expect(fs.readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })
})

describe('the file for the user’s tools', () => {
  beforeEach(() => void openFolder(folder))

  it('is written, read and removed', () => {
    expect(readApiFile(folder)).toBeNull()
    writeApiFile(folder, api)
    expect(readApiFile(folder)).toEqual(api)
    expect(mode(join(folder, 'api.json'), 0o600)).toBe(0o600)
    removeApiFile(folder)
    removeApiFile(folder)
    expect(fs.readdirSync(folder)).toEqual([])
  })

  it.each(['', 'null', '{', '[]', '{"url":1,"token":"t","pid":1}', '{"url":"u","token":"t"}'])(
    'is not %j',
    (text) => {
      writeOwnerOnly(join(folder, 'api.json'), text)
      expect(readApiFile(folder)).toBeNull()
    },
  )
})

describe('the file of a tab', () => {
  it('lies under the id of its agent', () => {
    openFolder(folder)
    expect(makeIdentityFolder(folder, agent)).toBe(join(folder, 'agents', agent, 'identity.json'))
    expect(mode(join(folder, 'agents', agent), 0o700)).toBe(0o700)
  })

  const hostile = [
    '..',
    '../x',
    '..%2fx',
    'agt-../../etcx',
    'agt-012345678',
    'agt-01234567890',
    'agt-0123456789\0',
  ].concat([
    'agt-ABCDEFGHJK',
    'agt-0123456789.',
    'CON',
    'a:b',
    ' agt-0123456789',
    'agt-0123456789\n',
    'x'.repeat(300),
  ])
  it.each(hostile)('never lies under %j', (id) => {
    expect(() => identityPath(folder, id as AgentId)).toThrow(FolderError)
  })

  it('never lies outside the folder of the agents', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((end) => `agt-${end}`),
        ),
        (id) => {
          try {
            expect(identityPath('/state', id as AgentId)).toMatch(
              /^([/\\])state\1agents\1agt-[0-9a-z]{10}\1identity\.json$/,
            )
          } catch (error) {
            expect(error).toBeInstanceOf(FolderError)
          }
        },
      ),
    )
  })
})
