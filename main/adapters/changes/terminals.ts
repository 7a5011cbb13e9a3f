import { UnfitChangeError, type Terminals } from '../../ports/changes.ts'
import type { ProgramOffer } from '../../contract/folders/changes.ts'
import { findProgram } from '../processes/find-program.ts'
import { startBeside } from './start-beside.ts'

type Known = readonly (readonly [program: string, name: string, rest: string])[]

/**
 * The terminals of each system, its own choice first. All of them begin in the folder in which they are started; those
 * that hand over to a process of theirs that runs already are told it besides.
 */
const known: Readonly<Record<'linux' | 'darwin' | 'win32', Known>> = {
  linux: [
    ['xdg-terminal-exec', 'The system’s terminal', ''],
    ['x-terminal-emulator', 'The system’s terminal', ''],
    ['ptyxis', 'Ptyxis', '--new-window -d {folder}'],
    ['gnome-terminal', 'GNOME Terminal', '--working-directory={folder}'],
    ['kgx', 'Console', '--working-directory={folder}'],
    ['konsole', 'Konsole', '--workdir {folder}'],
    ['xfce4-terminal', 'Xfce Terminal', '--working-directory={folder}'],
    ['mate-terminal', 'MATE Terminal', '--working-directory={folder}'],
    ['lxterminal', 'LXTerminal', '--working-directory={folder}'],
    ['ghostty', 'Ghostty', '--working-directory={folder}'],
    ['kitty', 'kitty', '--directory {folder}'],
    ['alacritty', 'Alacritty', '--working-directory {folder}'],
    ['wezterm', 'WezTerm', 'start --cwd {folder}'],
    ['foot', 'foot', '--working-directory={folder}'],
    ['xterm', 'xterm', ''],
  ],
  darwin: [['open', 'Terminal', '-a Terminal {folder}']],
  win32: [
    // Both begin in the folder in which they are started, and are not told its name: Windows Terminal would take a
    // semicolon in it for the end of a command and run what follows, and `\` at its end for one before the quote.
    ['wt.exe', 'Windows Terminal', '-d .'],
    // Alone, `start` opens another Command Prompt; a name after it would be looked for in the folder first.
    ['cmd.exe', 'Command Prompt', '/d /c start'],
  ],
}

/** The terminals of this machine. */
export function openTerminals(
  environment: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): Terminals {
  const all = platform === 'win32' || platform === 'darwin' ? known[platform] : known.linux
  return {
    found: () =>
      all.flatMap(([program, name, rest]): ProgramOffer[] =>
        findProgram(program, environment) !== null ? [{ name, command: `${program} ${rest}`.trim() }] : [],
      ),
    start: (words, folder) => {
      const { DISPLAY: x, WAYLAND_DISPLAY: wayland } = environment
      const isBlind = platform !== 'win32' && platform !== 'darwin' && !x && !wayland
      if (!isBlind) return startBeside(words, folder, environment)
      return Promise.reject(
        new UnfitChangeError(
          'Janus runs on a machine without a screen (there is no DISPLAY), so no terminal can open there.',
        ),
      )
    },
  }
}
