import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LoopbackRegistry } from '../../main/adapters/downloads/testing/loopback-registry.ts'
import { pinnedProgram } from '../../main/adapters/downloads/pinned-programs.ts'
import { outsideEnvironment, runQuietly } from '../child.mjs'

/** Opens a loopback registry with the pinned Claude CLI of this system. */
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

/** Packs an npm package, from npm's cache if possible. */
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
