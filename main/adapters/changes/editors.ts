import type { Editors } from '../../ports/changes.ts'
import type { ProgramOffer } from '../../contract/folders/changes.ts'
import { findProgram } from '../processes/find-program.ts'
import { startBeside } from './start-beside.ts'

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

/** Editors on the person's PATH. */
export function openEditors(environment: NodeJS.ProcessEnv): Editors {
  return {
    found: () =>
      known.flatMap(([program, name, rest]): ProgramOffer[] =>
        findProgram(program, environment) !== null ? [{ name, command: `${program} ${rest}` }] : [],
      ),
    start: (words, folder) => startBeside(words, folder, environment),
  }
}
