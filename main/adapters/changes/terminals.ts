import { UnfitChangeError, type Terminals } from '../../change-ports.ts'
import type { ProgramOffer } from '../../contract/changes.ts'
import { isOnPath, startBeside } from './start-beside.ts'

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
    ['wt.exe', 'Windows Terminal', '-d {folder}'],
    // No name of a folder is in this line: it begins in the folder in which it is started.
    ['cmd.exe', 'Command Prompt', '/d /c start cmd.exe'],
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
        isOnPath(program, environment) ? [{ name, command: `${program} ${rest}`.trim() }] : [],
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
