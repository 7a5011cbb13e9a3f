import { spawn } from 'node:child_process'
import { win32 } from 'node:path'
import { UnfitChangeError, type Editors, type Terminals } from '../../ports/changes.ts'
import { findProgram } from '../processes/find-program.ts'
import type { ProgramOffer } from '../../contract/folders/changes.ts'

/** How long a program may take to be started, in ms: what it says then is its own affair. */
const settles = 500

/**
 * Starts a program of the user's beside Janus; no shell reads its words, and it is never one that lies in the folder
 * by the same name, where Windows would look first. One that ends at once with a complaint is told; one that stays has
 * opened.
 */
function startBeside(
  [program, ...args]: readonly [string, ...string[]],
  folder: string,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const path = findProgram(program, environment)
    if (path === null) {
      const what = 'no program of that name is on the PATH. Write its full path.'
      return reject(new UnfitChangeError(`${program} could not be started: ${what}`))
    }
    const child = spawn(path, args, {
      cwd: folder,
      env: environment,
      detached: true,
      stdio: 'ignore',
      shell: false,
    })
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
  })
}

/**
 * Programs that may be installed, and what is behind their names on a command line. `runs`: what a terminal takes
 * before a command that it is to run; absent where it takes none, or its maker does not say.
 */
type Known = readonly (readonly [program: string, name: string, rest: string, runs?: string])[]

const found = (known: Known, environment: NodeJS.ProcessEnv): ProgramOffer[] =>
  known.flatMap(([program, name, rest]) =>
    findProgram(program, environment) === null ? [] : [{ name, command: `${program} ${rest}`.trim() }],
  )

const knownEditors: Known = [
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

/** Editors on the user's PATH. */
export function openEditors(environment: NodeJS.ProcessEnv): Editors {
  return {
    found: () => found(knownEditors, environment),
    start: (words, folder) => startBeside(words, folder, environment),
  }
}

/**
 * The terminals of each system, its own choice first. All of them begin in the folder in which they are started; those
 * that hand over to a process of theirs that runs already are told it besides.
 */
const knownTerminals = {
  linux: [
    ['xdg-terminal-exec', 'The system’s terminal', '', ''],
    ['x-terminal-emulator', 'The system’s terminal', '', '-e'],
    ['ptyxis', 'Ptyxis', '--new-window -d {folder}', '--new-window --'],
    ['gnome-terminal', 'GNOME Terminal', '--working-directory={folder}', '--'],
    ['kgx', 'Console', '--working-directory={folder}', '--'],
    ['konsole', 'Konsole', '--workdir {folder}', '-e'],
    ['xfce4-terminal', 'Xfce Terminal', '--working-directory={folder}', '-x'],
    ['mate-terminal', 'MATE Terminal', '--working-directory={folder}', '-x'],
    ['lxterminal', 'LXTerminal', '--working-directory={folder}'],
    ['ghostty', 'Ghostty', '--working-directory={folder}', '-e'],
    ['kitty', 'kitty', '--directory {folder}', ''],
    ['alacritty', 'Alacritty', '--working-directory {folder}', '-e'],
    ['wezterm', 'WezTerm', 'start --cwd {folder}', 'start --'],
    ['foot', 'foot', '--working-directory={folder}', ''],
    ['xterm', 'xterm', '', '-e'],
  ],
  darwin: [['open', 'Terminal', '-a Terminal {folder}']],
  win32: [
    // Both begin in the folder in which they are started, and are not told its name: Windows Terminal would take a
    // semicolon in it for the end of a command and run what follows, and `\` at its end for one before the quote.
    ['wt.exe', 'Windows Terminal', '-d .'],
    // Alone, `start` opens another Command Prompt; a name after it would be looked for in the folder first.
    ['cmd.exe', 'Command Prompt', '/d /c start', '/d /c start cmd.exe /k'],
  ],
} as const satisfies Record<string, Known>

/** The terminals of this machine. */
export function openTerminals(
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): Terminals {
  const isUnix = platform !== 'win32' && platform !== 'darwin'
  const known: Known = isUnix ? knownTerminals.linux : knownTerminals[platform]
  const terminals: Terminals = {
    found: () => found(known, environment),
    run: (command, folder) => {
      const able = known.find(
        ([program, , , runs]) => runs !== undefined && findProgram(program, environment),
      )
      const [program, , , runs = ''] = able ?? []
      if (program === undefined)
        return Promise.reject(new UnfitChangeError('No terminal that runs a command was found here.'))
      // The user reads how it went: a terminal would close with the command.
      const [name, ...args] = command
      // `start` takes a quoted path for the title of its window.
      const stays = isUnix
        ? ['sh', '-c', '"$@"; exec "${SHELL:-sh}"', 'janus', ...command]
        : [win32.parse(name).name, ...args]
      return terminals.start([program, ...runs.split(' ').filter(Boolean), ...stays], folder)
    },
    start: (words, folder, variables) => {
      const { DISPLAY: x, WAYLAND_DISPLAY: wayland } = environment
      if (!isUnix || x || wayland) return startBeside(words, folder, { ...environment, ...variables })
      return Promise.reject(
        new UnfitChangeError(
          'Janus runs on a machine without a screen (there is no DISPLAY), so no terminal can open there.',
        ),
      )
    },
  }
  return terminals
}
