import { execFile } from 'node:child_process'
import { join } from 'node:path'

/** Where Windows keeps the environment of everybody and of the person; the later one counts. */
const keys = ['HKLM\\SYSTEM\\CurrentControlSet\\Control\\Session Manager\\Environment', 'HKCU\\Environment']

/** The environment that Windows gives to what the person starts. Never throws; what cannot be read is missing. */
export async function askRegistry(given: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  // By its full path: a folder of PATH may have another.
  const program = join(given['SystemRoot'] ?? 'C:\\Windows', 'System32', 'reg.exe')
  const printed = await Promise.all(keys.map((key) => query(program, key)))
  return Object.assign({}, ...printed.map((text) => readRegistry(text, given))) as Record<string, string>
}

function query(program: string, key: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(program, ['query', key], { timeout: 10_000, windowsHide: true }, (_, text) => resolve(text))
  })
}

/** Reads the lines of `reg query`: a name, a type, a value; other variables stand in `%` signs. */
export function readRegistry(text: string, given: NodeJS.ProcessEnv): Record<string, string> {
  const lines = text.matchAll(/^ {4}(\S.*?) {4}(REG_SZ|REG_EXPAND_SZ) {4}(.*?)\r?$/gm)
  return Object.fromEntries(
    [...lines].map(([, name = '', type, value = '']) => [
      name,
      type === 'REG_SZ'
        ? value
        : value.replace(/%([^%]+)%/g, (all, other: string) => valueOf(given, other) ?? all),
    ]),
  )
}

/** Names have no case there. */
function valueOf(environment: NodeJS.ProcessEnv, name: string): string | undefined {
  return Object.entries(environment).find(([other]) => other.toUpperCase() === name.toUpperCase())?.[1]
}
