import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { agentId, makeMessage } from '../../../testkit/factories/factories.ts'
import { Random } from '../../../testkit/random.ts'
import { openStore } from '../store.ts'
import { acknowledged, diskAfter, layOut, readTrace, type Choice, type Operation } from './write-log.ts'
import { messageOf } from '../../folder/errors.ts'

const committer = join(import.meta.dirname, 'committer.ts')
/** System calls by which SQLite and Node change files. */
const calls = 'openat,close,write,pwrite64,ftruncate,fsync,fdatasync,rename,unlink'

/** Needs `strace`, a package of Debian and others. */
export function canRecord(): boolean {
  return process.platform === 'linux' && spawnSync('strace', ['-V']).status === 0
}

/** Runs a store for this many commits in `above` and records all its file operations. */
export function record(above: string, commits: number): readonly Operation[] {
  const [folder, trace] = [join(above, 'recorded'), join(above, 'trace')]
  mkdirSync(folder, { mode: 0o700 })
  const options = ['-f', '-xx', '-s', '1000000', '-e', `trace=${calls}`, '-o', trace]
  const program = [process.execPath, committer, folder, String(commits)]
  execFileSync('strace', [...options, ...program], { stdio: ['ignore', 'ignore', 'inherit'] })
  const operations = readTrace(trace, folder)
  rmSync(folder, { recursive: true })
  rmSync(trace)
  return operations
}

/** A power failure, and what happens to unsynced writes. */
interface Loss {
  /** Number of operations done before it. */
  readonly after: number
  readonly names: 'all' | 'synced'
  readonly choice: Choice
  /** For messages. */
  readonly about: string
}

/** Picks a moment and, for each unsynced write, whether it is kept, lost or torn. */
export function randomLoss(operations: readonly Operation[], seed: number): Loss {
  const random = new Random(seed)
  const after = random.int(0, operations.length)
  const share = random.pick([0, 0.1, 0.5, 0.9, 1]) ?? 0.5
  const tears = random.chance(0.5) ? 0.3 : 0
  const keeps: Choice['keeps'] = (_write, sectors) => {
    if (sectors > 1 && random.chance(tears)) return random.int(1, sectors - 1)
    return random.chance(share) ? 'all' : 'none'
  }
  return {
    after,
    names: random.chance(0.5) ? 'all' : 'synced',
    choice: { keeps },
    about: `seed ${String(seed)}`,
  }
}

/**
 * Returns what is wrong after the loss, or null: every acknowledged commit must be there exactly once,
 * complete and in order.
 */
export function problemAfter(
  operations: readonly Operation[],
  { after, names, choice, about }: Loss,
  folder: string,
): string | null {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  layOut(diskAfter(operations, after, choice, names), folder)
  const safe = acknowledged(operations, after)
  const where = `after operation ${String(after)}, names ${names}, ${about}`
  try {
    const found = commitsIn(folder)
    // Up to two commits that did not wait, and one whose acknowledgement was cut off.
    return found >= safe && found <= safe + 3
      ? null
      : `${where}: ${String(safe)} acknowledged, ${String(found)} found`
  } catch (error) {
    return `${where}: ${String(safe)} acknowledged, ${messageOf(error)}`
  }
}

/** Number of commits after all operations if only synced data reaches the disk. */
export function commitsAtLast(operations: readonly Operation[], folder: string): number {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  layOut(diskAfter(operations, operations.length, { keeps: () => 'none' }), folder)
  return commitsIn(folder)
}

/** Number of commits in the real store. Throws when one is incomplete or duplicated. */
function commitsIn(folder: string): number {
  const store = openStore(folder)
  try {
    const { seq, agents } = store.load()
    const entries = store.entries(agentId(1), null, seq + 2)
    if (seq === 0 && agents.length === 0 && entries.length === 0) return 0
    const numbers = entries.map(({ n }) => n).join()
    if (numbers !== Array.from({ length: seq }, (_, n) => n + 1).join())
      throw new Error(`rows ${numbers} of ${String(seq)}`)
    for (let n = 1; n <= seq; n += 1)
      if (store.message(makeMessage(n).id)?.seq !== n) throw new Error(`message ${String(n)} is missing`)
    if (agents[0]?.entryCount !== seq) throw new Error('half of a commit')
    return seq
  } finally {
    store.close()
  }
}
