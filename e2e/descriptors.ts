import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'

/** What a process has open, by number; Linux only. Nothing of one that may not be looked at. */
export async function descriptorsOf(pid: number): Promise<ReadonlyMap<number, string>> {
  const folder = `/proc/${String(pid)}/fd`
  const names = await readdir(folder).catch(() => [])
  const pairs = await Promise.all(names.map(async (name) => [Number(name), await nameOf(pid, name)] as const))
  return new Map(pairs.filter(([, target]) => target !== ''))
}

/** What tells an open file from all others; an event counter has only the number that the system gave it. */
async function nameOf(pid: number, name: string): Promise<string> {
  const target = await readlink(`/proc/${String(pid)}/fd/${name}`).catch(() => '')
  if (!target.startsWith('anon_inode:')) return target
  const about = await readFile(join(`/proc/${String(pid)}/fdinfo`, name), 'utf8').catch(() => '')
  const id = /^eventfd-id:\s*(\d+)/m.exec(about)?.[1]
  return id === undefined ? '' : `${target} ${id}`
}
