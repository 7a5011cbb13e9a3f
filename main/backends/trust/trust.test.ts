import { spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { usualKind } from '../../contract/agents/kinds.ts'
import { RefusedError } from '../../contract/api/errors.ts'
import type { FolderReview } from '../../contract/api/views.ts'
import { StoreFullError } from '../../ports/ports.ts'
import { FolderError } from '../../adapters/folder/errors.ts'
import { openTrust } from './trust.ts'
import { quickTestFolder } from '../../testkit/test-folder.ts'

let top: string
let state: string
let folder: string
let home: string
const lines: string[] = []
beforeEach(() => {
  top = quickTestFolder('trust')
  state = join(top, 'state')
  home = join(top, 'home')
  folder = join(home, 'project')
  fs.mkdirSync(state, { mode: 0o700 })
  fs.mkdirSync(folder, { recursive: true })
  lines.length = 0
})

const open = () => openTrust(state, (line) => lines.push(line), home)
const put = (name: string, content: unknown): string => {
  const path = join(folder, name)
  fs.mkdirSync(dirname(path), { recursive: true })
  fs.writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}
/** Effects of files by their paths in the folder. */
const shown = ({ files }: FolderReview) =>
  Object.fromEntries(files.map(({ path, brings }) => [path.replace(`${folder}/`, ''), brings]))
const hook = (command: string) => ({
  hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command }] }] },
})

describe('a folder', () => {
  it('with nothing that counts is plain', async () => {
    put('src/index.js', '')
    put('.claude/notes.txt', '')
    expect(await open().look(folder, usualKind)).toEqual({
      folder,
      kind: usualKind,
      trust: 'plain',
      hash: '',
      files: [],
      unclear: [],
      variables: [],
      changed: false,
    })
    expect(await open().look(folder, usualKind)).toHaveProperty('trust', 'plain')
    expect(await open().decide(folder, usualKind, '', 'trust')).toBeNull()
  })

  it('is asked about until the user decides, and goes by its real path', async () => {
    put('CLAUDE.md', 'Be brief.\nBe kind.')
    fs.symlinkSync(folder, join(top, 'link'))
    const book = open()
    const look = await book.look(join(top, 'link'), usualKind)
    expect(look).toMatchObject({ folder, trust: 'ask', changed: false })
    expect(shown(look)).toEqual({ 'CLAUDE.md': ['instructions for the agent (2 lines)'] })
    expect(await book.decide(join(top, 'link'), usualKind, look.hash, 'trust')).toMatchObject({
      trust: 'trusted',
    })
    expect(await open().look(folder, usualKind)).toHaveProperty('trust', 'trusted')
    expect(await book.decide(folder, usualKind, look.hash, 'refuse')).toMatchObject({ trust: 'refused' })
    expect(await open().look(folder, usualKind)).toHaveProperty('trust', 'refused')
    expect(fs.statSync(join(state, 'trust.json')).mode & 0o777).toBe(0o600)
  })

  it('that is none is refused, and nothing of it counts', async () => {
    await expect(open().look(join(top, 'gone\u001b'), usualKind)).rejects.toThrow(RefusedError)
    await expect(open().look(join(top, 'gone'), usualKind)).rejects.toThrow()
    await expect(open().look('\0', usualKind)).rejects.toThrow()
  })
})

describe('where the CLI looks', () => {
  it('is above and below the folder, as far as git goes for some; the user’s own is left out', async () => {
    fs.mkdirSync(join(home, '.git'))
    const beside = (name: string) => put(`../${name}`, 'x')
    for (const name of ['CLAUDE.md', '.mcp.json', '.claude/commands/own.md', '.claude/CLAUDE.md'])
      beside(name)
    fs.writeFileSync(join(top, 'CLAUDE.local.md'), '')
    fs.mkdirSync(join(top, '.claude/agents'), { recursive: true })
    fs.writeFileSync(join(top, '.claude/agents/x.md'), '')
    put('deep/er/CLAUDE.md', 'x')
    put('deep/er/.mcp.json', 'x')
    put('other/.claude/rules/x.md', 'x')
    const { files } = await open().look(folder, usualKind)
    expect(files.map(({ path }) => path)).toEqual([
      join(home, '.mcp.json'),
      join(home, 'CLAUDE.md'),
      join(top, 'CLAUDE.local.md'),
      join(folder, 'other/.claude/rules/x.md'),
      join(folder, 'deep/er/CLAUDE.md'),
    ])
    fs.rmdirSync(join(home, '.git'))
    expect(JSON.stringify(await open().look(folder, usualKind))).toContain(join(top, '.claude/agents/x.md'))
  })

  it('is the main checkout too, for a linked worktree', async () => {
    const main = join(top, 'main')
    fs.mkdirSync(join(main, '.git/worktrees/project'), { recursive: true })
    fs.writeFileSync(join(main, '.git/worktrees/project/commondir'), '../..\n')
    fs.mkdirSync(join(main, '.claude'))
    fs.writeFileSync(join(main, '.claude/settings.local.json'), '{"model":"x"}')
    put('.git', `gitdir: ${join(main, '.git/worktrees/project')}\n`)
    const { files } = await open().look(folder, usualKind)
    expect(files).toEqual([
      { path: join(main, '.claude/settings.local.json'), brings: ['sets model to `x`'] },
    ])
    for (const odd of ['gitdir: \0', 'gitdir: .', 'gitdir: /dev', '', 'x'.repeat(9000)]) {
      put('.git', odd)
      expect((await open().look(folder, usualKind)).trust).toBe('plain')
    }
  })

  it('goes only so far below, and says so', async () => {
    put('CLAUDE.md', '')
    for (let n = 0; n < 2100; n++) fs.mkdirSync(join(folder, `d${n}`))
    const look = await open().look(folder, usualKind)
    expect(look.trust).toBe('ask')
    expect(look.files.at(-1)?.brings[0]).toContain('more folders below than Janus looks into')
    expect((await open().look(home, usualKind)).trust).toBe('plain')
  })
})

describe('a decision', () => {
  it('is bound to what was shown', async () => {
    put('.claude/settings.json', hook('./check.sh'))
    const book = open()
    const { hash } = await book.look(folder, usualKind)
    put('.claude/settings.json', hook('./other.sh'))
    expect(await book.decide(folder, usualKind, hash, 'trust')).toBeNull()
    expect(await book.look(folder, usualKind)).toHaveProperty('trust', 'ask')
    expect(fs.readdirSync(state)).toEqual([])
  })

  const changes: [string, () => void][] = [
    ['a script of a hook', () => put('check.sh', 'echo changed')],
    ['a script in a folder of hooks', () => put('.claude/hooks/deep/b.sh', '')],
    ['a folder below', () => put('pkg/a/.claude/skills/x/SKILL.md', '')],
    ['a folder that the settings open', () => put('../opened/.claude/commands/x.md', '')],
    ['a new server', () => put('.mcp.json', { mcpServers: {} })],
    ['a file that instructions take in', () => put('docs/style.md', 'Changed.')],
    ['a skill', () => put('.claude/skills/deploy/run.py', '')],
    ['a folder above', () => fs.writeFileSync(join(home, 'CLAUDE.md'), '')],
    ['a file that is gone', () => fs.rmSync(join(folder, 'CLAUDE.md'))],
    ['the target of a link', () => fs.writeFileSync(join(top, 'linked.md'), 'Changed.')],
  ]
  it.each(changes)('holds no more after a change of %s', async (_, change) => {
    const settings = hook('bash "$CLAUDE_PROJECT_DIR"/check.sh --fast src')
    put('.claude/settings.json', { ...settings, permissions: { additionalDirectories: ['../opened'] } })
    put('check.sh', 'echo ok')
    put('CLAUDE.md', 'See @docs/style.md.')
    put('docs/style.md', 'Short.')
    fs.writeFileSync(join(top, 'linked.md'), '')
    fs.mkdirSync(join(folder, '.claude/commands'))
    fs.symlinkSync(join(top, 'linked.md'), join(folder, '.claude/commands/linked.md'))
    const book = open()
    const { hash } = await book.look(folder, usualKind)
    await book.decide(folder, usualKind, hash, 'trust')
    put('src/README.md', 'does not count')
    put('pkg/.claude/settings.json', 'does not count')
    put('node_modules/x/CLAUDE.md', 'does not count')
    expect(await book.look(folder, usualKind)).toHaveProperty('trust', 'trusted')
    change()
    expect(await book.look(folder, usualKind)).toMatchObject({ trust: 'ask', changed: true })
    expect(await book.look(folder, usualKind)).toHaveProperty('trust', 'ask')
  })

  it('is forgotten only when there are very many', async () => {
    const book = open()
    const folders = Array.from({ length: 210 }, (_, n) => join(top, `p${n}`))
    for (const path of folders) {
      fs.mkdirSync(path)
      fs.writeFileSync(join(path, 'CLAUDE.md'), path)
      await book.decide(path, usualKind, (await book.look(path, usualKind)).hash, 'trust')
    }
    const after = open()
    expect(await after.look(folders[209] ?? '', usualKind)).toHaveProperty('trust', 'trusted')
    expect(await after.look(folders[0] ?? '', usualKind)).toHaveProperty('trust', 'ask')
  })
})

describe('the file of decisions', () => {
  it('that is damaged is set aside, told, and asked for again', async () => {
    put('CLAUDE.md', '')
    const book = open()
    await book.decide(folder, usualKind, (await book.look(folder, usualKind)).hash, 'trust')
    const bytes = fs.readFileSync(join(state, 'trust.json'))
    for (let at = 0; at < bytes.length; at++) {
      const hurt = Buffer.from(bytes)
      hurt[at] = (hurt[at] ?? 0) ^ 0x15
      fs.writeFileSync(join(state, 'trust.json'), hurt, { mode: 0o600 })
      expect((await open().look(folder, usualKind)).trust).toMatch(/^(ask|trusted)$/)
    }
    fs.writeFileSync(join(state, 'trust.json'), '{', { mode: 0o600 })
    lines.length = 0
    expect(await open().look(folder, usualKind)).toHaveProperty('trust', 'ask')
    expect(lines).toHaveLength(1)
  })

  it('that is no plain file stops the start; one that cannot be written refuses the decision', async () => {
    put('CLAUDE.md', '')
    const book = open()
    const { hash } = await book.look(folder, usualKind)
    spawnSync('mkfifo', [join(state, 'trust.json')])
    expect(open).toThrow(FolderError)
    await expect(book.decide(folder, usualKind, hash, 'trust')).rejects.toThrow(StoreFullError)
    expect(await book.look(folder, usualKind)).toHaveProperty('trust', 'ask')
  })
})

describe('what cannot be looked at', () => {
  it('does not hang, loop or count: pipes, circles of links, links to nothing, devices', async () => {
    fs.mkdirSync(join(folder, '.claude/skills'), { recursive: true })
    spawnSync('mkfifo', [join(folder, '.mcp.json'), join(folder, '.claude/skills/pipe')])
    fs.symlinkSync('/dev/zero', join(folder, '.claude/settings.json'))
    fs.symlinkSync('CLAUDE.md', join(folder, 'CLAUDE.md'))
    fs.symlinkSync('nothing', join(folder, 'CLAUDE.local.md'))
    fs.symlinkSync('..', join(folder, '.claude/skills/up'))
    expect((await open().look(folder, usualKind)).trust).toBe('plain')
    put('.claude/skills/a/SKILL.md', 'x')
    expect(Object.keys(shown(await open().look(folder, usualKind)))).toContain('.claude/skills/a/SKILL.md')
  })

  it('that nobody may read is shown, and asked about again when it can be', async () => {
    if (process.getuid?.() === 0) return
    const path = put('CLAUDE.md', 'x')
    fs.chmodSync(path, 0)
    const before = await open().look(folder, usualKind)
    expect(shown(before)).toEqual({ 'CLAUDE.md': ['cannot be read now; asked again when it can'] })
    fs.chmodSync(path, 0o600)
    expect((await open().look(folder, usualKind)).hash).not.toBe(before.hash)
  })

  it('that is too much is refused with a reason, not asked', async () => {
    const path = put('.claude/skills/big', '')
    fs.truncateSync(path, 65 * 1024 * 1024)
    const look = await open().look(folder, usualKind)
    expect(look).toMatchObject({ trust: 'refused', hash: '' })
    expect(look.files[0]?.brings[0]).toContain('more than 64 MB')
    expect(await open().decide(folder, usualKind, 'any', 'trust')).toBeNull()
  })

  it('that is many files counts whole, and is shown in part', async () => {
    for (let n = 0; n < 400; n++) put(`.claude/skills/s/${n}.txt`, '')
    put('.claude/workflows/z.md', '---\nhooks:\n---\n')
    const look = await open().look(folder, usualKind)
    expect(look.files.at(-1)?.brings[0]).toContain('more files, each counted')
    put('.claude/skills/s/399.txt', 'changed')
    expect((await open().look(folder, usualKind)).hash).not.toBe(look.hash)
  })
})
