import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'

/** The Claude CLI that agents would be started with, and what is wrong with it. */
export interface Installation {
  readonly path: string | null
  readonly version: string | null
  /** In words for a person, with what to do; null when all is well. */
  readonly problem: string | null
}

/** How long the CLI may take to say its version, in ms. */
const patience = 20_000

/** Looks for the CLI: the one the person chose, else the one that came with the SDK; asks it for its version. */
export async function findInstallation(chosen: string | undefined): Promise<Installation> {
  const path = chosen ?? bundledPath()
  if (path === null) {
    const problem =
      'The Claude CLI that belongs to Janus is not installed. Run npm install, then start Janus again.'
    return { path, version: null, problem }
  }
  if (!existsSync(path)) {
    const problem = `There is no Claude CLI at ${path}. Set JANUS_CLAUDE to where it is, or unset it to use the one that comes with Janus.`
    return { path, version: null, problem }
  }
  try {
    const { stdout } = await promisify(execFile)(path, ['--version'], { timeout: patience })
    return { path, version: stdout.trim().split(' ')[0] ?? null, problem: null }
  } catch (error) {
    const problem = `The Claude CLI at ${path} does not run (${firstLine(error)}). Install it again, or choose another with JANUS_CLAUDE.`
    return { path, version: null, problem }
  }
}

/** The CLI in the SDK's package for this system, or null. */
function bundledPath(): string | null {
  const { resolve } = createRequire(import.meta.url)
  const file = process.platform === 'win32' ? 'claude.exe' : 'claude'
  for (const variant of ['', '-musl']) {
    try {
      return resolve(`@anthropic-ai/claude-agent-sdk-${process.platform}-${process.arch}${variant}/${file}`)
    } catch {
      // Not this variant.
    }
  }
  return null
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n')[0] ?? ''
}
