import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { ElectronParts, WindowPart } from './electron-parts.ts'

let lastFolder = ''
let lastSaved = ''

/** The system's dialog for a folder, opened where one was chosen last; null when the person chose none. */
export async function chooseFolder(
  { dialog }: Pick<ElectronParts, 'dialog'>,
  window: WindowPart,
): Promise<string | null> {
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    title: 'Choose a folder',
    buttonLabel: 'Choose',
    defaultPath: lastFolder === '' ? homedir() : lastFolder,
    properties: ['openDirectory', 'createDirectory'],
  })
  const [chosen] = filePaths
  if (canceled || chosen === undefined) return null
  lastFolder = chosen
  return chosen
}

/**
 * The system's dialog for a file to write, in the folder of the one before; null when the person chose none. It asks
 * before a file that is there is taken.
 */
export async function chooseFile(
  { dialog }: Pick<ElectronParts, 'dialog'>,
  window: WindowPart,
  name: string,
): Promise<string | null> {
  const { canceled, filePath } = await dialog.showSaveDialog(window, {
    title: 'Export',
    buttonLabel: 'Save',
    defaultPath: join(lastSaved === '' ? homedir() : lastSaved, basename(name)),
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  })
  if (canceled || filePath === '') return null
  lastSaved = dirname(filePath)
  return filePath
}
