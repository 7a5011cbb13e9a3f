import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, statfsSync } from 'node:fs'
import { expect, test as base } from './app.ts'
import type { Janus } from './janus.ts'
import { body, makeAgents } from './peers.ts'
import { Program } from './program.ts'

const noDiskWords = 'only root on Linux can mount a disk for a test'

const mayMount = (): boolean =>
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  // A container may refuse it even to root.
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

/** A tmpfs over a folder. Its size is only a limit: unwritten space takes no memory. */
class SmallDisk {
  readonly #folder: string

  constructor(folder: string, size: string) {
    this.#folder = folder
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0700`, 'tmpfs', folder])
  }

  resize(size: string): void {
    execFileSync('mount', ['-o', `remount,size=${size}`, this.#folder])
  }

  /** Makes the disk full. The system refuses a size below the usage, which running writers keep growing. */
  fill(): void {
    const used = this.#used()
    try {
      this.resize(String(used))
    } catch (error) {
      if (this.#used() <= used) throw error
      this.fill()
    }
  }

  #used(): number {
    const { blocks, bfree, bsize } = statfsSync(this.#folder)
    return (blocks - bfree) * bsize
  }

  /** Makes the disk read-only until `unlock`. Fails while a file is open for writing. */
  lock(): void {
    execFileSync('mount', ['-o', 'remount,ro', this.#folder])
  }

  unlock(): void {
    execFileSync('mount', ['-o', 'remount,rw', this.#folder])
  }

  remove(): void {
    spawnSync('umount', ['-l', this.#folder])
  }
}

/** A test whose state folder is on such a disk. */
const test = base.extend<{ readonly disk: SmallDisk }>({
  disk: async ({ place }, use) => {
    base.skip(!mayMount(), noDiskWords)
    const disk = new SmallDisk(place.state, '4g')
    await use(disk)
    disk.remove()
  },
  janus: async ({ disk: _, janus }, use) => use(janus),
})

test(
  'little room is told, then new words are refused and stay where they were written, until there is room',
  { tag: '@long' },
  async ({ disk, desk, page }) => {
    const notice = page.getByRole('region', { name: 'The disk' })
    await desk.create('scout')
    await expect(notice).toBeHidden()

    disk.resize('600m')
    await desk.hear('scout', 'heard')
    await expect(notice).toContainText(/has 5\d\d MB left.*below 100 MB Janus starts nothing new/)

    disk.resize('80m')
    const composer = desk.composer('scout')
    await composer.fill('say: kept')
    await composer.press('Enter')
    await expect(page.getByText(/Nothing was sent. Free some space/)).toBeVisible()
    await expect(notice).toContainText('Janus starts nothing new; what runs continues')
    await expect(composer).toHaveValue('say: kept')
    await page.reload()
    await expect(composer).toHaveValue('say: kept')

    disk.resize('4g')
    await composer.press('Enter')
    await expect(desk.line('scout', 'kept')).toBeVisible()
    await expect(notice).toBeHidden()
  },
)

// What prevents writing, what the notice says, and how it is undone.
const unwritable = [
  {
    name: 'a state folder that cannot be written is read in a copy: nothing is done or kept, and afterwards it is as it was',
    is: /cannot write in .*: this is a read-only copy/,
    begin: (disk: SmallDisk) => disk.lock(),
    end: (disk: SmallDisk) => disk.unlock(),
  },
  {
    name: 'a state folder whose disk is full is read in a copy, until there is room again',
    is: /There is no room left for .*: this is a read-only copy.*Free some space/,
    begin: (disk: SmallDisk) => disk.fill(),
    end: (disk: SmallDisk) => disk.resize('4g'),
  },
] as const

for (const { name, is, begin, end } of unwritable)
  test(name, { tag: '@long' }, async ({ disk, desk, janus, page, electron }) => {
    base.skip(electron !== null, 'its window would be another one')
    await desk.create('scout')
    await desk.hear('scout', 'remembered')
    await janus.kill()

    begin(disk)
    await janus.start()
    await page.goto(janus.url)
    const notice = page.getByRole('region', { name: 'The disk' })
    await expect(notice).toContainText(is)
    await expect(desk.line('scout', 'remembered')).toBeVisible()
    const composer = desk.composer('scout')
    await composer.fill('say: lost')
    await composer.press('Enter')
    await expect(page.getByText(/so Janus is read-only. Nothing was done/)).toBeVisible()
    await expect(composer).toHaveValue('say: lost')
    const [, copy = ''] = /\(in (\S+), until Janus quits\)/.exec(janus.program.output) ?? []
    expect(existsSync(copy)).toBe(true)
    expect(await janus.quit()).toEqual({ code: 0, signal: null })
    expect(existsSync(copy)).toBe(false)

    end(disk)
    await janus.start()
    await page.goto(janus.url)
    await expect(desk.line('scout', 'remembered')).toBeVisible()
    await expect(notice).toBeHidden()
    await desk.hear('scout', 'kept')
  })

const noFaultsWords = 'strace is not installed, or not allowed to look into a process (Linux)'

const mayFault = (): boolean =>
  process.platform === 'linux' && spawnSync('strace', ['-e', 'trace=none', 'true']).status === 0

/** Makes system calls of a process fail or hang until `end`. */
class SystemFault {
  readonly #strace: Program

  /** `inject`: as strace's, `fsync,fdatasync:error=EIO`; affects the process's first thread, which saves. */
  static async begin(pid: number, inject: string): Promise<SystemFault> {
    const [calls = ''] = inject.split(':')
    const args = ['-p', String(pid), '-e', `trace=${calls}`, '-e', `inject=${inject}`, '-o', '/dev/null']
    const strace = new Program(spawn('strace', args, { stdio: ['ignore', 'pipe', 'pipe'] }))
    await strace.prints(/attached/)
    return new SystemFault(strace)
  }

  private constructor(strace: Program) {
    this.#strace = strace
  }

  async end(): Promise<void> {
    await this.#strace.end('SIGINT')
  }
}

interface Sent {
  readonly words: string
  readonly status: number
  readonly id: string | null
}

async function send(janus: Janus, words: string, more: object = {}): Promise<Sent> {
  const answer = await janus.api('POST', '/agents/scout/message', { message: words, ...more })
  return { words, status: answer.status, id: (answer.body as { messageId?: string }).messageId ?? null }
}

/** The messages wait for the end of the running turn. */
async function sendMany(janus: Janus, name: string, count: number): Promise<Sent[]> {
  const all: Sent[] = []
  for (let n = 1; n <= count; n++)
    all.push(await send(janus, `${name} ${String(n)}.`, { priority: 'normal' }))
  return all
}

const statuses = (all: readonly Sent[]): number[] => [...new Set(all.map(({ status }) => status))]

/** Expects every acknowledged message, and no refused one except `unknown` many. */
async function expectKept(janus: Janus, all: readonly Sent[], unknown = 0): Promise<void> {
  const taken = all.filter(({ status }) => status === 200)
  for (const { id, words } of taken)
    expect(JSON.stringify((await janus.api('GET', `/messages/${id ?? ''}`)).body)).toContain(words)
  const [{ pending } = { pending: 0 }] = (await janus.api('GET', '/agents')).body as { pending: number }[]
  expect(pending - taken.length).toBeGreaterThanOrEqual(0)
  expect(pending - taken.length).toBeLessThanOrEqual(unknown)
}

test(
  'a disk that is full in the midst of a turn: words are refused, reading works, the answer is saved once there is room',
  { tag: '@long' },
  async ({ disk, janus, model, place }) => {
    await makeAgents(janus, place, 'scout')
    await send(janus, 'say: Begun.\nwait: work\nsay: Finished at last.')
    await model.held('work')
    disk.fill()
    expect(statuses(await sendMany(janus, 'refused', 10))).toEqual([507])
    expect((await janus.api('GET', '/agents')).status).toBe(200)
    const from = janus.program.output.length
    await model.release('work')
    await janus.program.prints(/There is no room left/, from)
    disk.resize('4g')
    // The unsaved message is saved first.
    const [after] = await sendMany(janus, 'after', 1)
    await janus.kill()
    await janus.start()
    expect(after).toMatchObject({ status: 200 })
    expect(JSON.stringify((await janus.api('GET', `/messages/${after?.id ?? ''}`)).body)).toContain(
      'after 1.',
    )
    expect(JSON.stringify((await janus.api('GET', '/history?q=finished')).body)).toContain('Finished at last')
    expect(JSON.stringify((await janus.api('GET', '/history?q=refused')).body)).not.toContain('refused 1.')
  },
)

base(
  'a disk that errs, is full, has no descriptors or is slow: what was acknowledged is kept once, what was refused is not, Janus goes on',
  { tag: '@long' },
  async ({ janus, model, place, electron }) => {
    base.skip(electron !== null, 'the desktop app saves in a process of its own')
    base.skip(!mayFault(), noFaultsWords)
    await makeAgents(janus, place, 'scout')
    // A running turn keeps the messages in the mailbox, where they can be counted.
    await body(janus, 'PATCH', '/settings', { patience: 3600 })
    await send(janus, 'wait: work')
    await model.held('work')
    const { pid } = janus.program
    const all = await sendMany(janus, 'first', 3)
    const faults = [
      ['eio', 'fsync,fdatasync:error=EIO'],
      ['enospc', 'pwrite64:error=ENOSPC'],
      ['emfile', 'openat,pwrite64:error=EMFILE'],
    ] as const
    for (const [name, inject] of faults) {
      const fault = await SystemFault.begin(pid, inject)
      const during = await sendMany(janus, name, 4)
      await fault.end()
      const after = await sendMany(janus, `after ${name}`, 1)
      expect([name, during.some(({ status }) => status === 507), statuses(after)]).toEqual([
        name,
        true,
        [200],
      ])
      all.push(...during, ...after)
    }
    const slow = await SystemFault.begin(pid, 'fsync,fdatasync:delay_enter=700000')
    all.push(...(await sendMany(janus, 'slow', 4)))
    await janus.program.prints(/disk: The disk of .* is slow: 3 of the last \d+ times/)
    await slow.end()
    all.push(...(await sendMany(janus, 'quick', 5)))
    await janus.program.prints(/disk: saving is quick again/)
    await expectKept(janus, all)
    // When only a part of a commit reached the disk, its outcome is unknown.
    const torn = await SystemFault.begin(pid, 'pwrite64:error=EIO:when=3+5')
    const unsure = await sendMany(janus, 'torn', 4)
    await torn.end()
    expect(janus.isRunning).toBe(true)
    await janus.kill()
    await janus.start()
    await model.held('work')
    await expectKept(janus, [...all, ...unsure], 1)
  },
)
