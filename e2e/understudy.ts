import { chmod, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Place } from './place.ts'
import { realCli } from './real-cli.ts'

/** What is wrong with the CLI, if anything. */
export interface Fault {
  /** The version that it says it is; without it its own. */
  readonly version?: string
  /** Nobody is signed in, until `goodCode` is handed over. */
  readonly isSignedOut?: boolean
  /** It ends at once when an agent is started with it. */
  readonly dies?: boolean
}

/** The code that the sign-in takes. */
export const goodCode = 'the-good-code'
/** The page that the sign-in names. */
export const signInPage = 'https://claude.example/sign-in?for=janus'

/**
 * A Claude CLI that can be made to have a fault; without one the real CLI is in its place. Only signing in is
 * played: everything else, being signed out too, is done by the real one.
 */
export class Understudy {
  readonly path: string
  readonly #fault: string
  readonly #home: string

  constructor(place: Place) {
    this.path = join(place.root, 'claude')
    this.#home = place.home
    this.#fault = join(place.root, 'claude-fault.json')
  }

  /** Puts it where the app looks for it. */
  async appear(fault: Fault = {}): Promise<void> {
    await this.have(fault)
    await writeFile(this.path, `#!${process.execPath}\n${script(this.#fault, realCli, this.#home)}`)
    await chmod(this.path, 0o755)
  }

  /** What is wrong from now on. */
  have(fault: Fault): Promise<void> {
    return writeFile(this.#fault, JSON.stringify(fault))
  }

  /** Takes it away. */
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
