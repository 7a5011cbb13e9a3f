import { join } from 'node:path'
import type { AtRestAnswer } from '../../main/contract/app/backups.ts'
import { FakeApi } from './fake-api.ts'
import { run } from '../cli/run.ts'
import { saveToFile } from '../cli/save-file.ts'

/** A terminal before a fake agents API, whose folder is the state folder; for tests. Each opening has an API of its own. */
export class Terminal {
  api!: FakeApi
  printed = ''
  complained = ''
  /** What the program was told that works where Janus does not run, and what it answers. */
  rested: (readonly string[])[] = []
  atRest: AtRestAnswer = { error: 'nothing' }
  columns = Infinity
  /** What comes in. */
  input = 'from the pipe'
  #zone: string | undefined

  async open(): Promise<void> {
    this.#zone = process.env['TZ']
    // Half an hour off, which no mistake hits by chance.
    process.env['TZ'] = 'Asia/Kolkata'
    this.rested = []
    this.api = new FakeApi()
    await this.api.start()
    this.api.writeApiFile()
  }

  close(): Promise<void> {
    // Other test files run in the same process.
    if (this.#zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = this.#zone
    return this.api.close()
  }

  /** Runs the command as a person would; gives its exit code. */
  janus(...argv: string[]): Promise<number> {
    return this.janusWith({ JANUS_HOME: this.api.folder }, ...argv)
  }

  async janusWith(environment: Record<string, string>, ...argv: string[]): Promise<number> {
    this.printed = ''
    this.complained = ''
    const code = await run(argv, {
      environment,
      home: join(this.api.folder, 'home'),
      cwd: '/home/mo/ferry',
      columns: this.columns,
      atRest: (args) => {
        this.rested.push(args)
        return Promise.resolve(this.atRest)
      },
      readInput: () => Promise.resolve(this.input),
      print: (text) => (this.printed += text),
      save: saveToFile,
      complain: (text) => (this.complained += text),
    })
    if ((this.printed + this.complained).includes(this.api.token)) throw new Error('It told the token.')
    return code
  }
}
