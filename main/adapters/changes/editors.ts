import { spawn } from 'node:child_process'
import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import { UnfitChangeError, type Editors } from '../../change-ports.ts'
import type { EditorOffer } from '../../contract/changes.ts'

/** Editors that open a file at a line, by their programs. */
const known: readonly (readonly [program: string, name: string, rest: string])[] = [
  ['code', 'Visual Studio Code', '-g {file}:{line}'],
  ['cursor', 'Cursor', '-g {file}:{line}'],
  ['windsurf', 'Windsurf', '-g {file}:{line}'],
  ['codium', 'VSCodium', '-g {file}:{line}'],
  ['zed', 'Zed', '{file}:{line}'],
  ['subl', 'Sublime Text', '{file}:{line}'],
  ['idea', 'IntelliJ IDEA', '--line {line} {file}'],
  ['webstorm', 'WebStorm', '--line {line} {file}'],
  ['pycharm', 'PyCharm', '--line {line} {file}'],
  ['gvim', 'gVim', '+{line} {file}'],
  ['emacsclient', 'Emacs', '-n +{line} {file}'],
  ['kate', 'Kate', '--line {line} {file}'],
  ['gnome-text-editor', 'Text Editor', '{file} +{line}'],
  ['gedit', 'gedit', '{file} +{line}'],
]

/** How long a program may take to be started, in ms: what it says then is its own affair. */
const settles = 500

/** Editors on the person's PATH. */
export function openEditors(environment: NodeJS.ProcessEnv): Editors {
  const folders = (environment['PATH'] ?? '').split(delimiter).filter(isAbsolute)
  return {
    found: () =>
      known.flatMap(([program, name, rest]): EditorOffer[] =>
        folders.some((folder) => isProgram(join(folder, program)))
          ? [{ name, command: `${program} ${rest}` }]
          : [],
      ),
    start: ([program, ...args], folder) =>
      new Promise((resolve, reject) => {
        const child = spawn(program, args, {
          cwd: folder,
          env: environment,
          detached: true,
          stdio: 'ignore',
          shell: false,
        })
        // One that ends at once with a complaint is told; one that stays has opened.
        const timer = setTimeout(resolve, settles)
        child.once('error', (error) => {
          clearTimeout(timer)
          reject(new UnfitChangeError(`${program} could not be started: ${error.message}`))
        })
        child.once('exit', (code) => {
          clearTimeout(timer)
          if (code === 0 || code === null) resolve()
          else reject(new UnfitChangeError(`${program} ended with code ${code}.`))
        })
        child.unref()
      }),
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
