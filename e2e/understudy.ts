import { chmod, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Place } from './place.ts'
import { realCli } from './real-cli.ts'

export interface Fault {
  /** The version to report instead of the real one. */
  readonly version?: string
  /** Not signed in until `goodCode` is entered. */
  readonly isSignedOut?: boolean
  /** Exits at once when an agent starts. */
  readonly dies?: boolean
}

export const goodCode = 'the-good-code'
export const signInPage = 'https://claude.example/sign-in?for=janus'

/** A wrapper of the real Claude CLI with optional faults. Only signing in is simulated. */
export class Understudy {
  readonly path: string
  readonly #fault: string
  readonly #home: string

  constructor(place: Place) {
    this.path = join(place.root, 'claude')
    this.#home = place.home
    this.#fault = join(place.root, 'claude-fault.json')
  }

  /** Installs it where the app looks for the CLI. */
  async appear(fault: Fault = {}): Promise<void> {
    await this.have(fault)
    await writeFile(this.path, `#!${process.execPath}\n${script(this.#fault, realCli, this.#home)}`)
    await chmod(this.path, 0o755)
  }

  /** Sets the fault from now on. */
  have(fault: Fault): Promise<void> {
    return writeFile(this.#fault, JSON.stringify(fault))
  }

  vanish(): Promise<void> {
    return rm(this.path)
  }
}

const script = (fault: string, real: string, home: string) => `
const { readFileSync, writeFileSync } = require('node:fs')
const fault = JSON.parse(readFileSync(${JSON.stringify(fault)}, 'utf8'))
const args = process.argv.slice(2)
const isAgent = args.includes('--input-format')
// A rehearsal has a home and a key of its own.
if (fault.isSignedOut && process.env.HOME === ${JSON.stringify(home)}) delete process.env.ANTHROPIC_API_KEY
if (args[0] === '--version' && fault.version) console.log(fault.version + ' (Claude Code)')
else if (isAgent && fault.dies) process.exit(3)
else if (args[0] === 'auth' && args[1] === 'login') {
  console.log('Open ${signInPage} to sign in.')
  process.stdin.setEncoding('utf8').once('data', (code) => {
    if (code.trim() === '${goodCode}') writeFileSync(${JSON.stringify(fault)}, '{}')
    else process.stderr.write('That code is not known.')
    process.exit(code.trim() === '${goodCode}' ? 0 : 1)
  })
} else process.execve(${JSON.stringify(real)}, [${JSON.stringify(real)}, ...args], process.env)
`
