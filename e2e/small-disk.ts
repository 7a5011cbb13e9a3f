import { test as base } from './app.ts'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, statfsSync } from 'node:fs'

/** Why a test that wants a disk of its own does not run here. */
const noDiskWords = 'only root on Linux can mount a disk for a test'

/** Whether this process may mount one. */
const mayMount = (): boolean =>
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  // In a container root may be kept from it.
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0

/** A disk in memory over a folder. How much room it has is a number alone: what is not written takes none. */
export class SmallDisk {
  readonly #folder: string

  constructor(folder: string, size: string) {
    this.#folder = folder
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0700`, 'tmpfs', folder])
  }

  /** From now on it is so large. */
  resize(size: string): void {
    execFileSync('mount', ['-o', `remount,size=${size}`, this.#folder])
  }

  /** From now on it takes nothing more. The system refuses less than is used, and who writes to it uses more and more. */
  fill(): void {
    const used = this.#used()
    try {
      this.resize(String(used))
    } catch (error) {
      if (this.#used() <= used) throw error
      this.fill()
    }
  }

  /** Bytes. */
  #used(): number {
    const { blocks, bfree, bsize } = statfsSync(this.#folder)
    return (blocks - bfree) * bsize
  }

  /** From now on it can only be read; `unlock` takes it back. Nobody may have a file of it open to write. */
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

/** A test on such a disk, where the state folder lies. */
export const test = base.extend<{ readonly disk: SmallDisk }>({
  disk: async ({ place }, use) => {
    base.skip(!mayMount(), noDiskWords)
    const disk = new SmallDisk(place.state, '4g')
    await use(disk)
    disk.remove()
  },
  janus: async ({ disk: _, janus }, use) => use(janus),
})
