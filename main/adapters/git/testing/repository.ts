import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface TestRepository {
  readonly folder: string
  readonly home: string
  readonly environment: NodeJS.ProcessEnv
  git(...args: readonly string[]): string
  put(path: string, text: string | Uint8Array): void
  read(path: string): string
  commit(words?: string): void
  remove(): void
}

/** With null there is no commit. */
export function makeRepository(files: Readonly<Record<string, string>> | null = {}): TestRepository {
  const place = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'janus-git-')))
  const home = join(place, 'home')
  const folder = join(place, 'ferry')
  for (const each of [home, folder]) fs.mkdirSync(each)
  const environment = { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' }
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: folder, env: environment, stdio: 'pipe', encoding: 'utf8' })
  const put = (path: string, text: string | Uint8Array) => {
    fs.mkdirSync(dirname(join(folder, path)), { recursive: true })
    fs.writeFileSync(join(folder, path), text)
  }
  const commit = (words = 'A commit') => {
    git('add', '--all')
    git('commit', '--quiet', '--allow-empty', '-m', words)
  }
  git('-c', 'init.defaultBranch=main', 'init', '--quiet')
  git('config', '--global', 'user.name', 'Mo')
  git('config', '--global', 'user.email', 'mo@example.org')
  if (files !== null) {
    for (const [path, text] of Object.entries(files)) put(path, text)
    commit('First')
  }
  return {
    folder,
    home,
    environment,
    git,
    put,
    commit,
    read: (path) => fs.readFileSync(join(folder, path), 'utf8'),
    remove: () => fs.rmSync(place, { recursive: true, force: true }),
  }
}
