import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Place } from './place.ts'

/** Initial text of the only file of `repository`. */
export const fares = 'export const fare = 4\nexport const zones = 3\n'

export async function repository(place: Place, name: string) {
  const { folder, git } = await makeRepository(place, name, { 'src/fares.js': fares })
  return { folder, file: join(folder, 'src', 'fares.js'), git }
}

/** A repository with a first commit of these files; `others` are untracked. */
export async function makeRepository(
  place: Place,
  name: string,
  committed: Readonly<Record<string, string>>,
  others: Readonly<Record<string, string>> = {},
) {
  const folder = join(place.work, name)
  const put = async (files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    // Files that the test makes are its own user's, and the app may run as another.
    await place.handOver()
  }
  const who = ['user.name=Mo', 'user.email=mo@example.org', 'init.defaultBranch=main', 'safe.directory=*']
  const set = who.flatMap((setting) => ['-c', setting])
  const git = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)('git', [...set, ...args], { cwd: folder })
    await place.handOver()
    return stdout
  }
  await put(committed)
  await git('init', '--quiet')
  await git('add', '--all')
  await git('commit', '--quiet', '-m', 'First')
  await put(others)
  return { folder, git, put }
}
