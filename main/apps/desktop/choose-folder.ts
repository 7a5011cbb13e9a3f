import { homedir } from 'node:os'
import type { ElectronParts, WindowPart } from './electron-parts.ts'

let last = ''

/** The system's dialog for a folder, opened where one was chosen last; null when the person chose none. */
export async function chooseFolder(
  { dialog }: Pick<ElectronParts, 'dialog'>,
  window: WindowPart,
): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: 'Choose a folder',
    buttonLabel: 'Choose',
    defaultPath: last === '' ? homedir() : last,
    properties: ['openDirectory', 'createDirectory'],
  })
  const [chosen] = filePaths
  if (canceled || chosen === undefined) return null
  last = chosen
  return chosen
}
