import { folderProblem } from '../../../adapters/processes/folder-problem.ts'
import { UnfitChangeError } from '../../../ports/changes.ts'
import { readProgramLine } from '../../../contract/agents/program-line.ts'
import { refused, type RequestContext } from '../../api/request-context.ts'
import { shellProblem } from './shell-words.ts'

const mark = 'JANUS_FOLDER'

/** The words of the setting `terminal`: a program and its arguments. Throws `RefusedError`. */
export function terminalWords(written: string): readonly [string, ...string[]] {
  // The folder comes in after the line is read: nothing of its name can become words of it.
  const read = readProgramLine(written.replaceAll('{folder}', mark))
  if (!read.ok) throw refused('bad_program', `Your terminal: ${read.problem}`)
  const problem = shellProblem(read.words, mark, '{folder}', false)
  if (problem !== null) throw refused('bad_program', `Your terminal: ${problem}`)
  return read.words
}

/** Opens a terminal in a folder, on the machine on which Janus runs: the person's own, else the first that is found. */
export async function openTerminal(parts: RequestContext, folder: string): Promise<{ folder: string }> {
  const { terminals } = parts.workspace
  const line = parts.status().settings.terminal || terminals.found()[0]?.command
  if (line === undefined)
    throw refused('unavailable', 'No terminal was found here. Choose yours in the settings: Your terminal.')
  const gone = await folderProblem(folder)
  if (gone !== null) throw refused('not_found', gone)
  const [program, ...args] = terminalWords(line)
  try {
    await terminals.start([program, ...args.map((word) => word.replaceAll(mark, folder))], folder)
  } catch (error) {
    if (!(error instanceof UnfitChangeError)) throw error
    throw refused('unavailable', `${error.message} See the settings: Your terminal.`)
  }
  return { folder }
}
