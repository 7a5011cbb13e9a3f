import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { geminiModel, type RehearsedKind } from '../homes/homes.ts'

const modules = fileURLToPath(new URL('../../../../scripts/test-agents/node_modules', import.meta.url))
const script = (path: string): readonly string[] => [process.execPath, join(modules, path)]

/** How each program is started so that it speaks the Agent Client Protocol. */
const commands: Readonly<Record<RehearsedKind, readonly string[]>> = {
  codex: script('@agentclientprotocol/codex-acp/dist/index.js'),
  gemini: [...script('@google/gemini-cli/bundle/gemini.js'), '--acp', '-m', geminiModel],
  opencode: [join(modules, 'opencode-linux-x64/bin/opencode'), 'acp'],
  qwen: [...script('@qwen-code/qwen-code/cli-entry.js'), '--acp'],
  copilot: [join(modules, '.bin/copilot'), '--acp', '--no-auto-update'],
}

/** The command of a program as `npm ci --prefix scripts/test-agents` installs it. Throws what to do where it is missing. */
export function commandOf(kind: RehearsedKind): readonly string[] {
  const command = commands[kind]
  const file = command.find((part) => part.startsWith(modules)) ?? ''
  if (!existsSync(file))
    throw new Error(
      `${kind} is not installed (${file}): run \`npm ci --prefix scripts/test-agents\` with Node 24.`,
    )
  return command
}
