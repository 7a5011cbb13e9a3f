import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openGit } from '../git/run-git.ts'
import { demoFiles, demoFix, demoGitEnvironment, prepareDemoFolder } from './demo-folder.ts'
import { testFolder } from '../../testkit/test-folder.ts'

const git = openGit(demoGitEnvironment(process.env))
const hasGit = spawnSync('git', ['--version']).status === 0

test('the demo folder is made once, its tests pass, and its fix fits', async () => {
  const top = mkdtempSync(join(tmpdir(), 'janus-demo-'))
  try {
    const ferry = (await prepareDemoFolder(top, git)) ?? ''
    const fares = join(ferry, demoFix.file)
    expect(readFileSync(fares, 'utf8')).toBe(demoFiles[demoFix.file])
    const tests = () => spawnSync(process.execPath, ['--test'], { cwd: ferry, encoding: 'utf8', env: {} })
    expect(tests()).toMatchObject({ status: 0, stdout: expect.stringMatching(/pass 3/) as unknown })
    writeFileSync(fares, readFileSync(fares, 'utf8').replace(demoFix.before, demoFix.after))
    const price = `import { price } from './src/fares.js'; console.log(price({ adults: 1, children: 2 }))`
    const run = spawnSync(process.execPath, ['--input-type=module', '-e', price], {
      cwd: ferry,
      encoding: 'utf8',
    })
    expect(run.stdout).toBe('2400\n')
    expect(await prepareDemoFolder(top, git)).toBe(ferry)
    expect(await prepareDemoFolder(fares, git)).toBeNull()
    expect(readFileSync(fares, 'utf8')).toContain(demoFix.after)
  } finally {
    rmSync(top, { recursive: true })
  }
})

test.runIf(hasGit)(
  'it is a repository with one commit, whatever the settings of the user and the system',
  async () => {
    const top = mkdtempSync(join(tmpdir(), 'janus-demo-'))
    try {
      const hooks = join(top, 'template', 'hooks')
      mkdirSync(hooks, { recursive: true })
      writeFileSync(join(hooks, 'pre-commit'), `#!/bin/sh\ntouch ${join(top, 'ran')}\nexit 1\n`, {
        mode: 0o755,
      })
      const config = join(top, 'gitconfig')
      const lines = ['[user]', 'name = Mo', '[commit]', 'gpgSign = true', '[init]', 'defaultBranch = trunk']
      writeFileSync(
        config,
        [...lines, `templateDir = ${join(top, 'template')}`, '[core]', `hooksPath = ${hooks}`, ''].join('\n'),
      )
      const environment = {
        ...process.env,
        GIT_CONFIG_GLOBAL: config,
        GIT_TEMPLATE_DIR: join(top, 'template'),
      }
      const ferry = (await prepareDemoFolder(top, openGit(demoGitEnvironment(environment)))) ?? ''
      const told = async (...args: string[]) => (await git(args, { cwd: ferry })).out.toString('utf8').trim()
      expect(await told('log', '--format=%an <%ae>: %s')).toBe(
        'Ferry <ferry@example.invalid>: The timetable and the fares',
      )
      expect(await told('branch', '--show-current')).toBe('main')
      expect(await told('status', '--porcelain')).toBe('')
      expect(existsSync(join(top, 'ran')) || existsSync(join(ferry, '.git', 'hooks', 'pre-commit'))).toBe(
        false,
      )
    } finally {
      rmSync(top, { recursive: true })
    }
  },
)

test('without git it is a plain folder', async () => {
  const top = testFolder('demo')
  const none = openGit({ PATH: '' })
  const ferry = (await prepareDemoFolder(top, none)) ?? ''
  expect(existsSync(join(ferry, 'README.md'))).toBe(true)
  expect(existsSync(join(ferry, '.git'))).toBe(false)
})
