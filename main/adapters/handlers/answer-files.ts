import * as fs from 'node:fs'
import { join, sep } from 'node:path'
import { pathProblem } from '../../contract/handler-words.ts'
import { handlerAnswerLimit } from '../../contract/limits.ts'
import type { AnswerFiles, FileWords } from '../../ports.ts'

// Where a system has no such flag, it has to do without.
const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants

/** Reads answers from agents' folders on the disk; `stateFolder`, that of Janus, holds none. */
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
    return read(stateFolder, fs.realpathSync(folder), fs.realpathSync(join(folder, path)), path)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return not(code === 'ENOENT' || code === 'ENOTDIR' ? `${path} is not there.` : `${path} cannot be read.`)
  }
}

/** `real`: where the path leads, through every link in it. */
function read(stateFolder: string, folder: string, real: string, path: string): FileWords {
  if (!isIn(folder, real)) return not(`${path} leads out of the agent's folder.`)
  if (isIn(stateFolder, real)) return not(`${path} is in the folder of Janus itself.`)
  const inside = real.slice(folder.length)
  if (inside.split(sep).some((name) => name.startsWith('.')))
    return not('Hidden files hold settings and secrets: they are no answers.')
  // Since it was looked at it may have become a link, or a pipe that nobody writes to.
  const fd = fs.openSync(real, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const stat = fs.fstatSync(fd)
    if (!stat.isFile()) return not(`${path} is not a plain file.`)
    return textOf(bytesOf(fd), path)
  } finally {
    fs.closeSync(fd)
  }
}

/** One byte more than an answer may have, at most: the file may grow while it is read. */
function bytesOf(fd: number): Buffer {
  const bytes = Buffer.alloc(handlerAnswerLimit + 1)
  let length = 0
  for (let got = -1; got !== 0 && length < bytes.length; length += got)
    got = fs.readSync(fd, bytes, length, bytes.length - length, length)
  return bytes.subarray(0, length)
}

function textOf(bytes: Buffer, path: string): FileWords {
  if (bytes.length > handlerAnswerLimit) return not(`${path} has more than 16 KiB.`)
  const text = bytes.toString('utf8')
  if (text.includes('\0') || !Buffer.from(text).equals(bytes)) return not(`${path} is not text in UTF-8.`)
  return text.trim() === '' ? not(`${path} is empty.`) : { text, problem: '' }
}

const not = (problem: string): FileWords => ({ text: null, problem })

function isIn(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}
