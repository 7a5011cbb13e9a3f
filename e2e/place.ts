import { lchown, lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { cleanFolder } from './clean-folder.ts'
import type { User } from './electron.ts'

/** A process, with the words that it was started with. */
export interface Process {
  readonly pid: number
  readonly command: string
}

/** A temporary folder that stands for a user's machine: their home, Janus's folder, folders to work in. */
export class Place {
  readonly root: string
  readonly home: string
  /** Janus's state folder. */
  readonly state: string
  /** A folder for agents to work in. */
  readonly work: string

  readonly #user: User | null
  readonly #groups = new Set<number>()

  /** `user`: whose machine it is, where that is not who runs the tests. */
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

  /** The same machine, with another folder to work in. */
  async withWork(name: string): Promise<Place> {
    const place = new Place(this.root, this.#user, name)
    await mkdir(place.work)
    await place.handOver()
    return place
  }

  /** Makes everything that is here the user's own; what a test puts here is at first its own. */
  async handOver(): Promise<void> {
    if (this.#user === null) return
    const { uid, gid } = this.#user
    await give(this.root, uid, gid)
  }

  /** Lets every agent run commands, by the user's own settings. */
  async allowCommands(): Promise<void> {
    await mkdir(join(this.home, 'claude'), { recursive: true })
    const settings = JSON.stringify({ permissions: { allow: ['Bash'] } })
    await writeFile(join(this.home, 'claude', 'settings.json'), settings)
  }

  /** What every program of this place sees: no account, no network but the model at `modelUrl`. */
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

  /** Takes all of a process group for this place's: Chromium's processes write over their environment. */
  claimGroup(leader: number): void {
    this.#groups.add(leader)
  }

  /** The processes that live in this place, known by their environment or group; Linux only, elsewhere none. */
  async processes(): Promise<Process[]> {
    if (process.platform !== 'linux') return []
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
    const found = await Promise.all(
      pids.map(async (pid) => {
        const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
        // Rehearsed agents of other makers have a home of their own in the state folder.
        const isHere = environment.includes(`=${this.home}`) || environment.includes(`HOME=${this.root}/`)
        if (!isHere && !(await this.#hasGroupOf(pid))) return []
        const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
        return [{ pid: Number(pid), command: command.replaceAll('\0', ' ').trim() }]
      }),
    )
    return found.flat()
  }

  /** Whether a process is of a group of ours; one that has ended and is not buried yet is none any more. */
  async #hasGroupOf(pid: string): Promise<boolean> {
    if (this.#groups.size === 0) return false
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state !== 'Z' && this.#groups.has(Number(group))
  }

  /** What is left of the processes after two seconds at most. */
  leftOver(): Promise<Process[]> {
    return this.processesOnce((all) => all.length === 0, 2_000)
  }

  /**
   * The processes of this place as soon as they are as wanted, or after so many ms. Nobody tells us of the end
   * of a process that is not our child, so this is the one place that looks again and again.
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

  /** Ends what is left, and removes the folder. */
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

/** Gives away a path and all below it. What goes meanwhile needs no owner: programs that run here make and drop files. */
async function give(path: string, uid: number, gid: number): Promise<void> {
  try {
    await lchown(path, uid, gid)
    if (!(await lstat(path)).isDirectory()) return
    await Promise.all((await readdir(path)).map((name) => give(join(path, name), uid, gid)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

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
