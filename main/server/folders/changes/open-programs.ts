import { existsSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { portsIn } from '../worktrees/readiness.ts'
import { isInFolder, isSameFolder } from '../../../adapters/folder/folder-identity.ts'
import type { FileOpened } from '../../../contract/folders/changes.ts'
import { readProgramLine } from '../../../contract/agents/program-line.ts'
import type { RequestAnswers } from '../../../contract/api/answers.ts'
import { kindFacts, type AgentKind } from '../../../contract/agents/kinds.ts'
import { UnfitChangeError } from '../../../ports/changes.ts'
import { refused, type RequestContext } from '../../api/request-context.ts'
import { folderProblem } from '../../../adapters/processes/launch-problem.ts'

/** Parses the setting `editor` into a program and its arguments. Throws `RefusedError`. */
export const editorWords = (written: string): ProgramWords =>
  wordsOf('Your editor', written.replaceAll('{line}', lineMark), '{file}', fileMark)

/** Parses the setting `terminal` in the same way. */
export const terminalWords = (written: string): ProgramWords =>
  wordsOf('Your terminal', written, '{folder}', folderMark)

type ProgramWords = readonly [string, ...string[]]

// Placeholders are filled in after parsing, so that no file or folder name can become several words.
const fileMark = 'JANUS_FILE'
const lineMark = 'JANUS_LINE'
const folderMark = 'JANUS_FOLDER'

function wordsOf(setting: string, written: string, place: string, mark: string): ProgramWords {
  const read = readProgramLine(written.replaceAll(place, mark))
  const problem = read.ok ? shellProblem(read.words, mark, place, place === '{file}') : read.problem
  if (!read.ok || problem !== null) throw refused('bad_program', `${setting}: ${problem}`)
  return read.words
}

/** Opens a file in the user's editor; outside the agent's folder only if the user confirmed. */
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
  await started(
    'Your editor',
    parts.workspace.editors.start([program, ...words], existsSync(cwd) ? cwd : homedir()),
  )
  return { state: 'opened', path }
}

/** Real path of an existing file, so that no link leads elsewhere unnoticed. */
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

/** Opens the user's terminal, else the first one found, on the machine that Janus runs on. */
export async function openTerminal(parts: RequestContext, folder: string): Promise<{ folder: string }> {
  const { terminals } = parts.workspace
  const line = parts.status().settings.terminal || terminals.found()[0]?.command
  if (line === undefined)
    throw refused('unavailable', 'No terminal was found here. Choose yours in the settings: Your terminal.')
  const gone = await folderProblem(folder)
  if (gone !== null) throw refused('not_found', gone)
  const [program, ...args] = terminalWords(line)
  const words = args.map((word) => word.replaceAll(folderMark, folder))
  const variables = portsIn(parts.engine.state, folder)
  await started('Your terminal', terminals.start([program, ...words], folder, variables))
  return { folder }
}

/** Opens a terminal that runs the sign-in command of a kind's program. */
export async function signInByTerminal(
  parts: RequestContext,
  kind: AgentKind,
): Promise<RequestAnswers['app.signIn']> {
  const line = kindFacts[kind].signIn ?? ''
  const [program = '', ...args] = line.split(' ')
  const { kinds, defaultFolder } = parts.status()
  const path = kinds.find((one) => one.kind === kind)?.path ?? program
  try {
    await parts.workspace.terminals.run([path, ...args], defaultFolder)
  } catch (error) {
    if (!(error instanceof UnfitChangeError)) throw error
    throw refused('unavailable', `${error.message} Sign in with this command: ${line}`)
  }
  return { address: null, takesCode: false }
}

async function started(setting: string, start: Promise<void>): Promise<void> {
  try {
    await start
  } catch (error) {
    if (!(error instanceof UnfitChangeError)) throw error
    throw refused('unavailable', `${error.message} See the settings: ${setting}.`)
  }
}

/** Unix shells: the word after `-c` is their script, further ones are its arguments. */
const shells = /^(?:ba|z|k|mk|da|a|fi|c|tc|pdk|nu)?sh$|^nu$/
/** These join all following words into one command. */
const joining = /^(?:cmd|powershell|pwsh|ssh|wsl|eval)$/
/** Special characters of commands and expressions, all of which a file name may contain. */
const code = /[\s;&|()$`"'<>]/

/**
 * Returns why this command line would let a shell execute part of a path, or null. `mark` is the path's
 * placeholder in the words, `shown` how the user writes it; with `isAppended` the path comes last if there is
 * no placeholder.
 */
function shellProblem(
  words: readonly string[],
  mark: string,
  shown: string,
  isAppended: boolean,
): string | null {
  const has = (word: string): boolean => word.includes(mark)
  const isCode = words.some((word) => has(word) && code.test(word.replaceAll(mark, '')))
  const isScript = words.some((word, at) => has(word) && isProgramOfShell(words, at))
  if (isCode || isScript)
    return `A shell would run what the name in ${shown} says. Write ${shown} as a word of its own, such as: sh -c 'ed "$1"' sh ${shown}`
  const joins = words.findIndex((word) => joining.test(nameOf(word)))
  const isAfter = joins >= 0 && (words.slice(joins + 1).some(has) || (isAppended && !words.some(has)))
  if (!isAfter) return null
  return `${nameOf(words[joins] ?? '')} makes one command of all its words, and would run what the name in ${shown} says. Name the editor itself, or a script of yours that is not started by it.`
}

/** Detects `sh -c HERE`, `bash -lc HERE`, `fish --command=HERE`, also after `env` or a terminal. */
function isProgramOfShell(words: readonly string[], at: number): boolean {
  const shell = words.findLastIndex((word, place) => place < at && shells.test(nameOf(word)))
  if (shell < 0) return false
  const before = words.slice(shell + 1, at)
  const first = before.findIndex((word) => /^-[A-Za-z]*c$|^--command$/.test(word))
  return /^--command=/.test(words[at] ?? '') || (first >= 0 && first === before.length - 1)
}

/** Program name without folder and extension. */
function nameOf(word: string): string {
  const name = word.split(/[/\\]/).at(-1) ?? ''
  return name.toLowerCase().replace(/\.(?:exe|com|cmd|bat)$/, '')
}
