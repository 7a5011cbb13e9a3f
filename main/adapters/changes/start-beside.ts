import { spawn } from 'node:child_process'
import { UnfitChangeError, type Editors, type Terminals } from '../../ports/changes.ts'
import { findProgram } from '../processes/find-program.ts'
import type { ProgramOffer } from '../../contract/folders/changes.ts'

/** Milliseconds. A program that still runs by then counts as started. */
const settles = 500

/**
 * Starts a program without a shell. A bare name is looked up on the PATH only: on Windows a program of
 * that name in `folder` would come first. Rejects when the program exits with a code other than 0 within `settles`.
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

/** `rest`: the arguments after the program name; `runs`: those before a command to run, where its maker documents any. */
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

export function openEditors(environment: NodeJS.ProcessEnv): Editors {
  return {
    found: () => found(knownEditors, environment),
    start: (words, folder) => startBeside(words, folder, environment),
  }
}

/**
 * System default first. All start in their working directory; those that reuse a running process also get
 * the folder as an argument.
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
    // Neither gets the folder as an argument: Windows Terminal would run what follows a `;` in it, and a
    // trailing `\` would escape the closing quote.
    ['wt.exe', 'Windows Terminal', '-d .'],
    // Alone, `start` opens another Command Prompt; a program name would be looked up in the folder first.
    ['cmd.exe', 'Command Prompt', '/d /c start'],
  ],
} as const satisfies Record<string, Known>

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
      const stays = ['sh', '-c', '"$@"; exec "${SHELL:-sh}"', 'janus', ...command]
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
