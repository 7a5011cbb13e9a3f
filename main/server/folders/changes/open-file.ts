import { existsSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { isInFolder, isSameFolder } from '../../../adapters/folder/folder-identity.ts'
import type { FileOpened } from '../../../contract/folders/changes.ts'
import { readProgramLine } from '../../../contract/agents/program-line.ts'
import { UnfitChangeError } from '../../../ports/changes.ts'
import { refused, type RequestContext } from '../../api/request-context.ts'
import { shellProblem } from './shell-words.ts'

/** The words of the setting `editor`: a program and its arguments. Throws `RefusedError`. */
export function editorWords(written: string): readonly [string, ...string[]] {
  // What stands in the places comes after the line is read: no name of a file can become words of it.
  const line = written.replaceAll('{file}', fileMark).replaceAll('{line}', lineMark)
  const read = readProgramLine(line)
  if (!read.ok) throw refused('bad_program', `Your editor: ${read.problem}`)
  const problem = shellProblem(read.words, fileMark, '{file}', true)
  if (problem !== null) throw refused('bad_program', `Your editor: ${problem}`)
  return read.words
}

const fileMark = 'JANUS_FILE'
const lineMark = 'JANUS_LINE'

/** Opens a file in the person's editor; one that lies elsewhere only if they have said so. */
export async function openFile(
  parts: RequestContext,
  cwd: string,
  written: string,
  line: number,
  isSure: boolean,
): Promise<FileOpened> {
  const editor = parts.status().settings.editor
  if (editor === '')
    throw refused('wrong_state', 'No editor is chosen yet. Choose yours in the settings: Your editor.')
  const path = pathOf(cwd, written)
  if (!isInside(cwd, path) && !isSure) return { state: 'asks', path }
  const [program, ...args] = editorWords(editor)
  const filled = args.map((word) => word.replaceAll(fileMark, path).replaceAll(lineMark, String(line)))
  const words = args.some((word) => word.includes(fileMark)) ? filled : [...filled, path]
  try {
    await parts.workspace.editors.start([program, ...words], existsSync(cwd) ? cwd : homedir())
  } catch (error) {
    if (error instanceof UnfitChangeError)
      throw refused('unavailable', `${error.message} See the settings: Your editor.`)
    throw error
  }
  return { state: 'opened', path }
}

/** The real path of a file that is there, so that no link leads elsewhere unseen. */
function pathOf(cwd: string, written: string): string {
  const path = written.startsWith('~/') ? join(homedir(), written.slice(2)) : resolve(cwd, written)
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) throw refused('not_found', `There is no file ${path}.`)
  if (!stat.isFile()) throw refused('wrong_state', `${path} is no file that an editor opens.`)
  return realpathSync(path)
}

function isInside(cwd: string, path: string): boolean {
  return existsSync(cwd) && !isSameFolder(cwd, path) && isInFolder(cwd, path)
}
