import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

/** Writes a script that starts this program, for use as the path of an agent's CLI; returns its path. */
export async function writeCli(
  folder: string,
  program: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const path = join(folder, 'claude-cli')
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${quoted(value)} `)
  const script = `#!/bin/sh\n${settings.join('')}exec ${program.map(quoted).join(' ')} "$@"\n`
  await writeFile(path, script, { mode: 0o755 })
  return path
}
