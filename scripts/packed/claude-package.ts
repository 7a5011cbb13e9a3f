import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LoopbackRegistry } from '../../main/adapters/downloads/testing/loopback-registry.ts'
import { pinnedProgram } from '../../main/adapters/downloads/pinned-programs.ts'
import { outsideEnvironment, runQuietly } from '../child.mjs'

/** A registry on this machine that has the Claude CLI of this system, as npm has it. */
export async function openClaudeRegistry(): Promise<LoopbackRegistry> {
  const pinned = pinnedProgram('claude')
  if (pinned === null) throw new Error('No Claude CLI is pinned for this system.')
  const { package: name, version } = pinned
  const registry = await LoopbackRegistry.open()
  registry.files.set(
    `/${name}/-/${name.split('/').at(-1)}-${version}.tgz`,
    await packed(`${name}@${version}`),
  )
  return registry
}

/** The archive of a package, from npm's cache where it is there. */
async function packed(spec: string): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'janus-claude-'))
  try {
    const args = ['pack', spec, '--prefer-offline', '--silent', '--pack-destination', folder]
    const { code, output } = await runQuietly('npm', args, { cwd: folder, env: outsideEnvironment() })
    if (code !== 0) throw new Error(`npm could not fetch ${spec}: ${output}`)
    return readFileSync(join(folder, output.trim().split('\n').at(-1) ?? ''))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
