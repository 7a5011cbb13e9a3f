import * as fs from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { worktreeLimits } from '../../contract/folders/worktree-runs.ts'
import { GitError } from '../../ports/git.ts'
import { testFolder } from '../../testkit/test-folder.ts'
import { canMount, mountDisk, unmountDisk } from '../folder/testing/small-disk.ts'
import { openGitPort } from '../git/git.ts'
import { makeRepository } from '../git/testing/repository.ts'
import { openWorktreeTools } from './worktree-tools.ts'

const idle = {
  start: () => {
    throw new Error('nothing runs here')
  },
}

function folders() {
  const place = testFolder('copies')
  const [from, to, state] = [join(place, 'from'), join(place, 'to'), join(place, 'from', '.janus')] as const
  for (const each of [from, to, state]) fs.mkdirSync(each)
  const put = (path: string, text = 'x') => {
    fs.mkdirSync(dirname(join(place, path)), { recursive: true })
    fs.writeFileSync(join(place, path), text)
  }
  const { copy } = openWorktreeTools(state, idle, () => undefined)
  return { place, from, to, put, copy: (...paths: string[]) => copy(from, to, paths) }
}

test('files are copied with their modes; what is there already stays', async () => {
  const { from, to, put, copy } = folders()
  put('from/.env', 'A=1')
  put('from/keys/deep/one.pem')
  fs.chmodSync(join(from, 'keys/deep/one.pem'), 0o600)
  put('to/mine', 'mine')
  put('from/mine', 'theirs')
  expect(await copy('.env', 'keys/deep/one.pem', 'mine')).toBeNull()
  expect(fs.readFileSync(join(to, '.env'), 'utf8')).toBe('A=1')
  expect(fs.statSync(join(to, 'keys/deep/one.pem')).mode & 0o777).toBe(0o600)
  expect(fs.readFileSync(join(to, 'mine'), 'utf8')).toBe('mine')
})

test('no link is followed, on neither side, and no path leaves its folder', async () => {
  const { place, from, to, put, copy } = folders()
  put('secret/key', 'secret')
  put('from/real/a')
  fs.symlinkSync(join(place, 'secret', 'key'), join(from, 'link'))
  fs.symlinkSync(join(place, 'secret'), join(from, 'folder'))
  fs.symlinkSync(join(place, 'secret'), join(to, 'real'))
  expect(await copy('link')).toBe('link was not copied: it is a link.')
  expect(await copy('folder/key')).toBe('folder/key was not copied: a link leads to it.')
  expect(await copy('../secret/key')).toMatch(/was not copied/)
  expect(await copy('real/a')).toMatch(/^real\/a was not copied/)
  expect(fs.readdirSync(join(place, 'secret'))).toEqual(['key'])
  expect(fs.readdirSync(to)).toEqual(['real'])
})

test('nothing of Janus’s own folder is copied, where that lies in the repository', async () => {
  const { to, put, copy } = folders()
  put('from/.janus/api.json', 'token')
  expect(await copy('.janus/api.json')).toMatch(/was not copied/)
  expect(fs.readdirSync(to)).toEqual([])
})

test('too much, gone and unreadable files are reported', async () => {
  const { from, copy } = folders()
  fs.writeFileSync(join(from, 'big'), '')
  fs.truncateSync(join(from, 'big'), worktreeLimits.includes.bytes + 1)
  expect(await copy('big')).toBe('The files to copy have more than 256 MB together.')
  expect(await copy('gone')).toBe('gone was not copied: it cannot be read.')
})

test.runIf(canMount)(
  'on a full disk half a file does not stay (skipped: needs root on Linux, to mount a small one)',
  async () => {
    const { to, put, copy } = folders()
    mountDisk(to, 'size=64k')
    onTestFinished(() => unmountDisk(to))
    put('from/big', 'x'.repeat(200_000))
    expect(await copy('big')).toBe('big was not copied. The disk is full.')
    expect(fs.readdirSync(to)).toEqual([])
  },
)

test('a command is approved for one repository and one text, and stays so', () => {
  const state = testFolder('approvals')
  const tools = () => openWorktreeTools(state, idle, () => undefined)
  tools().approve('/ferry', 'npm ci')
  expect(tools().isApproved('/ferry', 'npm ci')).toBe(true)
  expect(tools().isApproved('/ferry', 'npm ci ')).toBe(false)
  expect(tools().isApproved('/other', 'npm ci')).toBe(false)
  fs.writeFileSync(join(state, 'worktree-commands.json'), '{"approved": "all"}')
  expect(tools().isApproved('/ferry', 'npm ci')).toBe(false)
})

test('a port on which somebody listens is taken', async () => {
  const { isPortFree } = openWorktreeTools(testFolder('ports'), idle, () => undefined)
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  expect(await isPortFree(port)).toBe(false)
  server.close()
  await once(server, 'close')
  expect(await isPortFree(port)).toBe(true)
})

test('.worktreeinclude names files by the syntax of .gitignore; only those that git ignores count', async () => {
  const repository = makeRepository({
    '.gitignore': '.env*\nsecret/\n*.log\nnode_modules/\n',
    '.worktreeinclude':
      '# Keys\n.env*\n!.env.local\n/secret/keys/\n*.pem\nnotes.txt\ntracked.txt\nnode_modules/.cache/\n',
    'tracked.txt': 'tracked',
  })
  onTestFinished(repository.remove)
  const { folder, put, environment } = repository
  for (const path of [
    '.env',
    '.env.local',
    'app/.env',
    'secret/keys/a/b',
    'secret/other',
    'secret/c.pem',
    'd.pem',
    'notes.txt',
    'x.log',
    'node_modules/.cache/e',
    'node_modules/pkg/index.js',
  ])
    put(path, 'x')
  const git = openGitPort(environment)
  expect([...(await git.included(folder))].sort()).toEqual([
    '.env',
    'app/.env',
    'node_modules/.cache/e',
    'secret/c.pem',
    'secret/keys/a/b',
  ])
  fs.rmSync(join(folder, '.worktreeinclude'))
  expect(await git.included(folder)).toEqual([])
  fs.symlinkSync('/etc/passwd', join(folder, '.worktreeinclude'))
  await expect(git.included(folder)).rejects.toThrow('.worktreeinclude is not a plain file.')
})

test('of too many files none is copied', async () => {
  const repository = makeRepository({ '.gitignore': 'many/\n', '.worktreeinclude': 'many/\n' })
  onTestFinished(repository.remove)
  fs.mkdirSync(join(repository.folder, 'many'))
  for (let n = 0; n <= worktreeLimits.includes.files; n++)
    fs.writeFileSync(join(repository.folder, 'many', String(n)), '')
  await expect(openGitPort(repository.environment).included(repository.folder)).rejects.toThrow(GitError)
})

test('a repository of its own is not copied, and named', async () => {
  const { folder, environment, git, put, remove } = makeRepository({ '.gitignore': 'vendor/\n' })
  onTestFinished(remove)
  put('.worktreeinclude', 'vendor/\n')
  put('vendor/other/a', 'x')
  git('init', '--quiet', join(folder, 'vendor', 'other'))
  await expect(openGitPort(environment).included(folder)).rejects.toThrow(
    'names vendor/other/, which is a repository of its own',
  )
})
