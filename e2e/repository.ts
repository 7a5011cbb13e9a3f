import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Place } from './place.ts'

/** What its one file says at first. */
export const fares = 'export const fare = 4\nexport const zones = 3\n'

/** A repository with one commit. */
export async function repository(place: Place, name: string) {
  const folder = join(place.work, name)
  const file = join(folder, 'src', 'fares.js')
  await mkdir(join(folder, 'src'), { recursive: true })
  await writeFile(file, fares)
  const who = ['user.name=Mo', 'user.email=mo@example.org', 'init.defaultBranch=main', 'safe.directory=*']
  const set = who.flatMap((setting) => ['-c', setting])
  const git = async (...args: string[]) => {
    const { stdout } = await promisify(execFile)('git', [...set, ...args], { cwd: folder })
    // What the test makes is its own at first, and the app may be another user's.
    await place.handOver()
    return stdout
  }
  await git('init', '--quiet')
  await git('add', '--all')
  await git('commit', '--quiet', '-m', 'First')
  return { folder, file, git }
}
