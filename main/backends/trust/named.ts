import { basename, dirname, join, relative, resolve } from 'node:path'
import { isBelow } from '../../adapters/folder/folder-identity.ts'
import type { TrustPiece } from './collect.ts'
import { configStrings } from './config-words.ts'
import { asObject, type Json } from '../../adapters/processes/json.ts'
import { asList, stringsIn } from './reading.ts'
import { placesOpened, type TrustPlace } from './places.ts'
import { parseJson } from '../../contract/api/parse-json.ts'

const mostPaths = 100

/** Files that a piece names and that would apply with it; they may not exist. */
export function filesNamedIn({ path, role, words }: TrustPiece, folder: string): readonly TrustPlace[] {
  if (words === null) return []
  if (role === 'instructions' || role === 'taken') return takenIn(path, words, folder)
  if (role === 'config') return scriptsIn(configStrings(words), folder)
  if (role === 'servers') return scriptsIn(parseJson(words), folder)
  return role === 'settings' ? namedInSettings(asObject(parseJson(words)), folder) : []
}

/** Whether the file is the package.json that OpenCode itself writes for its plugins; it does nothing. */
export function isOfProgram({ path, words }: TrustPiece): boolean {
  if (basename(path) !== 'package.json' || basename(dirname(path)) !== '.opencode') return false
  const { dependencies, ...rest } = asObject(parseJson(words ?? ''))
  return (
    Object.keys(rest).length === 0 && Object.keys(asObject(dependencies)).join() === '@opencode-ai/plugin'
  )
}

function namedInSettings(fields: Json, folder: string): readonly TrustPlace[] {
  const { permissions, ...rest } = fields
  const opened = asList(asObject(permissions)['additionalDirectories']).filter(
    (name) => typeof name === 'string',
  )
  const hooks: TrustPlace = { path: join(folder, '.claude/hooks'), role: 'script', whole: true }
  return [
    ...(Object.hasOwn(rest, 'hooks') ? [hooks] : []),
    ...scriptsIn(rest, folder),
    ...opened
      .filter(isPath)
      .slice(0, mostPaths)
      .flatMap((name) => placesOpened(resolve(folder, name))),
  ]
}

/** Files inside the folder that a command of a hook, server or agent names. */
function scriptsIn(value: unknown, folder: string): readonly TrustPlace[] {
  const paths = stringsIn(value)
    .flatMap(wordsOf)
    .map((word) => word.replace(/^\$\{?(CLAUDE_PROJECT_DIR|GEMINI_PROJECT_DIR|QWEN_PROJECT_DIR|PWD)\}?/, '.'))
    .filter((word) => isPath(word) && !word.includes('://'))
    .map((word) => resolve(folder, word))
    .filter((path) => isInside(path, folder))
  return [...new Set(paths)].slice(0, mostPaths).map((path) => ({ path, role: 'script' }))
}

/** The words of a shell command; quotes may enclose a word or a part of it. */
function wordsOf(command: string): readonly string[] {
  const quoted = [...command.matchAll(/"([^"]+)"|'([^']+)'/g)].map(([, one, two]) => one ?? two ?? '')
  return [command, ...quoted, ...command.replace(/["']/g, '').split(/[\s`;|&<>()=]+/)]
}

/** `@path` in instructions imports that file if it is inside the folder. */
function takenIn(from: string, words: string, folder: string): readonly TrustPlace[] {
  const names = [...words.matchAll(/(?:^|\s)@([^\s`'"<>]{1,1000})/g)].map(([, name = '']) => name)
  const paths = names
    .map((name) => name.replace(/[.,;:!?)]+$/, ''))
    .filter(isPath)
    .map((name) => resolve(dirname(from), name))
    .filter((path) => isInside(path, folder))
  return [...new Set(paths)].slice(0, mostPaths).map((path) => ({ path, role: 'taken' }))
}

function isPath(word: string): boolean {
  return word !== '' && word.length <= 1000 && !word.includes('\0')
}

function isInside(path: string, folder: string): boolean {
  return relative(folder, path) !== '' && isBelow(folder, path)
}
