import { existsSync } from 'node:fs'
import janusLock from '../../../package-lock.json' with { type: 'json' }
import agentsLock from '../../../scripts/test-agents/package-lock.json' with { type: 'json' }
import type { AgentKind } from '../../contract/agents/kinds.ts'

/** The npm package of a program: the version that Janus is tested with, and the hash of its archive. */
export interface PinnedProgram {
  readonly package: string
  readonly version: string
  /** As npm writes it: `sha512-` and base64. */
  readonly integrity: string
  /** The program's path in the package. */
  readonly program: string
}

/** A system that programs are made for. */
export interface ProgramSystem {
  readonly platform: string
  readonly arch: string
  /** Linux without glibc, such as Alpine. */
  readonly isMusl: boolean
}

/** Whether this program runs on glibc; its loader may lie beside that of musl. */
function hasGlibc(): boolean {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime !== undefined
}

/** This system. */
export const thisSystem = (): ProgramSystem => ({
  platform: process.platform,
  arch: process.arch,
  isMusl: existsSync(`/lib/ld-musl-${process.arch === 'x64' ? 'x86_64' : 'aarch64'}.so.1`) && !hasGlibc(),
})

/** Of a lock file, what is said of a package. */
type Locked = Readonly<
  Record<string, { readonly name?: string; readonly version?: string; readonly integrity?: string }>
>

const locked: Locked = { ...(agentsLock.packages as Locked), ...(janusLock.packages as Locked) }

/** Where each program lies: the package for a system, and the path in it. Others need npm to be installed. */
const places: Partial<Record<AgentKind, (system: ProgramSystem) => readonly [key: string, program: string]>> =
  {
    claude: ({ platform, arch, isMusl }) => [
      `@anthropic-ai/claude-agent-sdk-${platform}-${arch}${isMusl ? '-musl' : ''}`,
      withEnding('claude', platform),
    ],
    codex: ({ platform, arch }) => [
      `@openai/codex-${platform}-${arch}`,
      `vendor/${arch === 'x64' ? 'x86_64' : 'aarch64'}-${triples[platform] ?? platform}/bin/${withEnding('codex', platform)}`,
    ],
    opencode: ({ platform, arch, isMusl }) => [
      `opencode-${platform === 'win32' ? 'windows' : platform}-${arch}${isMusl ? '-musl' : ''}`,
      `bin/${withEnding('opencode', platform)}`,
    ],
    copilot: ({ platform, arch, isMusl }) => [
      `@github/copilot-${platform}${isMusl ? 'musl' : ''}-${arch}`,
      withEnding('copilot', platform),
    ],
  }

const triples: Readonly<Record<string, string>> = {
  linux: 'unknown-linux-musl',
  darwin: 'apple-darwin',
  win32: 'pc-windows-msvc',
}

const withEnding = (name: string, platform: string): string => (platform === 'win32' ? `${name}.exe` : name)

/** The program of a kind for this system; null where the lock files name none. */
export function pinnedProgram(kind: AgentKind, system: ProgramSystem = thisSystem()): PinnedProgram | null {
  const place = places[kind]?.(system)
  if (place === undefined) return null
  const [key, program] = place
  const { name = key, version, integrity } = locked[`node_modules/${key}`] ?? {}
  return version === undefined || integrity === undefined
    ? null
    : { package: name, version, integrity, program }
}
