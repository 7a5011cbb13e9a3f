import { existsSync } from 'node:fs'
import janusLock from '../../../package-lock.json' with { type: 'json' }
import agentsLock from '../../../scripts/test-agents/package-lock.json' with { type: 'json' }
import type { AgentKind } from '../../contract/agents/kinds.ts'

/** The npm package of a program, at the version that Janus is tested with. */
export interface PinnedProgram {
  readonly package: string
  readonly version: string
  /** In npm's format: `sha512-` and base64. */
  readonly integrity: string
  /** Path inside the package. */
  readonly program: string
}

interface ProgramSystem {
  readonly platform: string
  readonly arch: string
  readonly isMusl: boolean
}

/** The loader of musl may be installed beside glibc, so this checks the running process. */
function hasGlibc(): boolean {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } }
  return header.glibcVersionRuntime !== undefined
}

const thisSystem = (): ProgramSystem => ({
  platform: process.platform,
  arch: process.arch,
  isMusl: existsSync(`/lib/ld-musl-${process.arch === 'x64' ? 'x86_64' : 'aarch64'}.so.1`) && !hasGlibc(),
})

type Locked = Readonly<
  Record<string, { readonly name?: string; readonly version?: string; readonly integrity?: string }>
>

const locked: Locked = { ...(agentsLock.packages as Locked), ...(janusLock.packages as Locked) }

/** Kinds without a native program are missing; they need npm to install. */
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

/** Returns null when the lock files have no package for this kind and system. */
export function pinnedProgram(kind: AgentKind, system: ProgramSystem = thisSystem()): PinnedProgram | null {
  const place = places[kind]?.(system)
  if (place === undefined) return null
  const [key, program] = place
  const { name = key, version, integrity } = locked[`node_modules/${key}`] ?? {}
  return version === undefined || integrity === undefined
    ? null
    : { package: name, version, integrity, program }
}
