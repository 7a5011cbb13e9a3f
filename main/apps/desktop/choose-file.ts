import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { ElectronParts, WindowPart } from './electron-parts.ts'

let last = ''

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
    defaultPath: join(last === '' ? homedir() : last, basename(name)),
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  })
  if (canceled || filePath === '') return null
  last = dirname(filePath)
  return filePath
}
