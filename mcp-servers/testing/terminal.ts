import { join } from 'node:path'
import { expect } from 'vitest'
import type { AtRestAnswer } from '../../main/contract/app/backups.ts'
import { FakeApi } from './fake-api.ts'
import { run } from '../cli/run.ts'
import { saveToFile } from '../cli/save-file.ts'
import { openEach } from './open-each.ts'

/** Runs `janus` against a fake API whose folder is the state folder. */
class Terminal {
  api!: FakeApi
  printed = ''
  complained = ''
  /** Arguments of each call of the backup program. */
  rested: (readonly string[])[] = []
  atRest: AtRestAnswer = { error: 'nothing' }
  columns = Infinity
  input = 'from the pipe'
  #zone: string | undefined

  async open(): Promise<void> {
    this.#zone = process.env['TZ']
    // An offset of half an hour shows mistakes that whole hours hide.
    process.env['TZ'] = 'Asia/Kolkata'
    this.rested = []
    this.api = new FakeApi()
    await this.api.start()
    this.api.writeApiFile()
  }

  close(): Promise<void> {
    if (this.#zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = this.#zone
    return this.api.close()
  }

  janus(...argv: string[]): Promise<number> {
    return this.janusWith({ JANUS_HOME: this.api.folder }, ...argv)
  }

  /** Runs the command, which must succeed; returns what it printed. */
  async prints(...argv: string[]): Promise<string> {
    expect(await this.janus(...argv), this.complained).toBe(0)
    return this.printed
  }

  /** Runs the command, which must end with this code; returns its complaint. */
  async fails(code: number, ...argv: string[]): Promise<string> {
    expect(await this.janus(...argv)).toBe(code)
    return this.complained
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

export const openTerminal = (): Terminal => openEach(new Terminal())
