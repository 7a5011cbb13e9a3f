import { lchown, lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { cleanFolder } from './clean-folder.ts'
import type { User } from './electron.ts'

export interface Process {
  readonly pid: number
  readonly command: string
}

/** A temporary folder that acts as a user's machine: home, state folder and work folders. */
export class Place {
  readonly root: string
  readonly home: string
  readonly state: string
  readonly work: string

  readonly #user: User | null
  readonly #groups = new Set<number>()

  /** `user`: the machine's user, if not the one who runs the tests. */
  static async make(user: User | null = null): Promise<Place> {
    const place = new Place(await mkdtemp(join(await cleanFolder(), 'janus-e2e-')), user)
    await mkdir(place.home)
    await mkdir(place.work)
    return place
  }

  private constructor(root: string, user: User | null, work = 'work') {
    this.root = root
    this.#user = user
    this.home = join(root, 'home')
    this.state = join(root, 'state')
    this.work = join(root, work)
  }

  /** The same machine with another work folder. */
  async withWork(name: string): Promise<Place> {
    const place = new Place(this.root, this.#user, name)
    await mkdir(place.work)
    await place.handOver()
    return place
  }

  /** Gives all files to the place's user; files that a test makes belong to its own user first. */
  async handOver(): Promise<void> {
    if (this.#user === null) return
    const { uid, gid } = this.#user
    await give(this.root, uid, gid)
  }

  /** Lets every agent run commands, by the user's settings. */
  async allowCommands(): Promise<void> {
    await mkdir(join(this.home, 'claude'), { recursive: true })
    const settings = JSON.stringify({ permissions: { allow: ['Bash'] } })
    await writeFile(join(this.home, 'claude', 'settings.json'), settings)
  }

  /** Environment of the place's programs: no account, and no network but the model at `modelUrl`. */
  environment(modelUrl: string): NodeJS.ProcessEnv {
    return {
      PATH: process.env['PATH'],
      HOME: this.home,
      LANG: 'C.UTF-8',
      CLAUDE_CONFIG_DIR: join(this.home, 'claude'),
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: 'rehearsal',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_AUTOUPDATER: '1',
    }
  }

  /** Counts a process group as this place's: Chromium's processes overwrite their environment. */
  claimGroup(leader: number): void {
    this.#groups.add(leader)
  }

  /** The place's processes, found by environment or group. On Linux only; elsewhere none. */
  async processes(): Promise<Process[]> {
    if (process.platform !== 'linux') return []
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
    const found = await Promise.all(
      pids.map(async (pid) => {
        const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
        // Demo agents of other makers have a home of their own in the state folder.
        const isHere = environment.includes(`=${this.home}`) || environment.includes(`HOME=${this.root}/`)
        if (!isHere && !(await this.#hasGroupOf(pid))) return []
        const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
        return [{ pid: Number(pid), command: command.replaceAll('\0', ' ').trim() }]
      }),
    )
    return found.flat()
  }

  /** Excludes zombies. */
  async #hasGroupOf(pid: string): Promise<boolean> {
    if (this.#groups.size === 0) return false
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state !== 'Z' && this.#groups.has(Number(group))
  }

  /** The processes that are left after up to two seconds. */
  leftOver(): Promise<Process[]> {
    return this.processesOnce((all) => all.length === 0, 2_000)
  }

  /**
   * Polls until the processes are as wanted, or for `limit` ms. Nothing reports the end of a process that is
   * no child of ours, so polling is needed here.
   */
  async processesOnce(wanted: (all: readonly Process[]) => boolean, limit: number): Promise<Process[]> {
    const until = Date.now() + limit
    let all = await this.processes()
    while (!wanted(all) && Date.now() < until) {
      await pause(50)
      all = await this.processes()
    }
    return all
  }

  async clear(): Promise<void> {
    for (const { pid } of await this.processes()) endNow(pid)
    await rm(this.root, { recursive: true, force: true, maxRetries: 10 })
  }
}

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has just ended by itself.
  }
}

/** Changes the owner of a path and all below it. Running programs may delete files meanwhile. */
async function give(path: string, uid: number, gid: number): Promise<void> {
  try {
    await lchown(path, uid, gid)
    if (!(await lstat(path)).isDirectory()) return
    await Promise.all((await readdir(path)).map((name) => give(join(path, name), uid, gid)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** A process's open files by descriptor. On Linux only; empty when they may not be read. */
export async function descriptorsOf(pid: number): Promise<ReadonlyMap<number, string>> {
  const folder = `/proc/${String(pid)}/fd`
  const names = await readdir(folder).catch(() => [])
  const pairs = await Promise.all(names.map(async (name) => [Number(name), await nameOf(pid, name)] as const))
  return new Map(pairs.filter(([, target]) => target !== ''))
}

/** Identifies an open file; an eventfd has only the id that the system gave it. */
async function nameOf(pid: number, name: string): Promise<string> {
  const target = await readlink(`/proc/${String(pid)}/fd/${name}`).catch(() => '')
  if (!target.startsWith('anon_inode:')) return target
  const about = await readFile(join(`/proc/${String(pid)}/fdinfo`, name), 'utf8').catch(() => '')
  const id = /^eventfd-id:\s*(\d+)/m.exec(about)?.[1]
  return id === undefined ? '' : `${target} ${id}`
}
