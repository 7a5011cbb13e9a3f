import { spawn, spawnSync } from 'node:child_process'
import { Program } from './program.ts'

/** Why a test that wants faults of the system does not run here. */
export const noFaultsWords = 'strace is not installed, or not allowed to look into a process (Linux)'

/** Whether system calls of a process can be made to fail here. */
export const mayFault = (): boolean =>
  process.platform === 'linux' && spawnSync('strace', ['-e', 'trace=none', 'true']).status === 0

/** Makes system calls of a process fail or last, until `end`. */
export class SystemFault {
  readonly #strace: Program

  /** `inject`: as strace takes it, like `fsync,fdatasync:error=EIO`; of the process's first thread, where it saves. */
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

  /** All is as before. */
  async end(): Promise<void> {
    await this.#strace.end('SIGINT')
  }
}
