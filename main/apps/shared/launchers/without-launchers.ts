import { posix, win32 } from 'node:path'
import { matchesName } from '../../../adapters/processes/command.ts'
import { appImageFolder, isInMount, originals, pathTraces, traces } from './traces.ts'

export function removeLauncherTraces(
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): NodeJS.ProcessEnv {
  const path = platform === 'win32' ? win32 : posix
  const mount = appImageFolder(environment)
  const entries = Object.entries(environment).flatMap(([name, value]) => {
    if (value === undefined || isTrace(name, value, environment, platform)) return []
    if (matchesName(name, 'PATH', platform)) {
      const given: readonly string[] = value.split(path.delimiter)
      const kept = pathTraces.reduce((folders, { without }) => without(folders, environment, path), given)
      return [[name, kept.join(path.delimiter)]]
    }
    const list = mount === null ? value : withoutMount(value, mount)
    return list === '' && value !== '' ? [] : [[name, list]]
  })
  return { ...Object.fromEntries(entries), ...restored(environment) }
}

/** Cleans this process's own environment, which child processes inherit. */
export function cleanOwnEnvironment(isKept: (name: string) => boolean = () => false): void {
  const clean = removeLauncherTraces(process.env, process.platform)
  for (const name of Object.keys(process.env)) {
    if (isKept(name)) continue
    const value = clean[name]
    if (value === undefined) delete process.env[name]
    else process.env[name] = value
  }
}

function isTrace(
  name: string,
  value: string,
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform,
): boolean {
  const isNamed = (patterns: readonly string[] = []): boolean =>
    patterns.some((pattern) => matchesName(name, pattern, platform))
  const isRemoved = traces.some(
    (trace) =>
      isNamed(trace.names) &&
      !isNamed(trace.except) &&
      (trace.when?.is(environment) ?? true) &&
      (trace.value?.test(value) ?? true),
  )
  return isRemoved || originals.some(({ kept }) => kept.test(name))
}

function restored(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const pairs = Object.entries(environment).flatMap(([name, value = '']) => {
    const replaced = originals.flatMap(({ kept }) => kept.exec(name)?.[1] ?? [])
    return replaced.map((original) => [original, value === '' ? undefined : value])
  })
  return Object.fromEntries(pairs)
}

function withoutMount(value: string, mount: string): string {
  const parts = value.split(':')
  const kept = parts.filter((part) => !isInMount(mount, part))
  return kept.length === parts.length ? value : kept.join(':')
}
