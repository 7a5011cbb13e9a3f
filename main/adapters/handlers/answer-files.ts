import { realpathSync } from 'node:fs'
import { join, sep } from 'node:path'
import { pathProblem } from '../../contract/handlers/handler-words.ts'
import { handlerAnswerLimit } from '../../contract/api/limits.ts'
import type { AnswerFiles, FileWords } from '../../ports/ports.ts'
import { isBelow } from '../folder/folder-identity.ts'
import { readForeignFile, utf8Of } from '../folder/foreign-file.ts'
import { codeOf } from '../folder/errors.ts'

/** `stateFolder`: Janus's own; its files are never answers. */
export function openAnswerFiles(stateFolder: string): AnswerFiles {
  let found: Parameters<AnswerFiles['connect']>[0] = () => undefined
  const look = (folder: string, path: string): FileWords => lookAt(stateFolder, folder, path)
  return {
    connect: (listener) => void (found = listener),
    perform: ({ agent, message, folder, path }) =>
      found({ type: 'handler.fileRead', agent, message, ...look(folder, path) }),
    look,
  }
}

function lookAt(stateFolder: string, folder: string, path: string): FileWords {
  const problem = pathProblem(path)
  if (problem !== '') return not(problem)
  try {
    return read(stateFolder, realpathSync(folder), realpathSync(join(folder, path)), path)
  } catch (error) {
    const code = codeOf(error)
    return not(code === 'ENOENT' || code === 'ENOTDIR' ? `${path} is not there.` : `${path} cannot be read.`)
  }
}

/** `real`: the path with links followed. */
function read(stateFolder: string, folder: string, real: string, path: string): FileWords {
  if (!isBelow(folder, real)) return not(`${path} leads out of the agent's folder.`)
  if (isBelow(stateFolder, real)) return not(`${path} is in the folder of Janus itself.`)
  const inside = real.slice(folder.length)
  if (inside.split(sep).some((name) => name.startsWith('.')))
    return not('Hidden files hold settings and secrets: they are no answers.')
  const file = readForeignFile(real, { most: handlerAnswerLimit, links: 'refuse' })
  if (file.state === 'long') return not(`${path} has more than 16 KiB.`)
  if (file.state === 'unreadable') return not(`${path} cannot be read.`)
  if (file.state !== 'read') return not(`${path} is not a plain file.`)
  const text = utf8Of(file.bytes)
  if (text === null) return not(`${path} is not text in UTF-8.`)
  return text.trim() === '' ? not(`${path} is empty.`) : { text, problem: '' }
}

const not = (problem: string): FileWords => ({ text: null, problem })
