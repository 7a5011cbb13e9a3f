import { refusal } from '../../adapters/http/refusals.ts'
import type { ElectronParts, WindowPart } from './electron-parts.ts'
import { judgeLink } from './policy.ts'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'

/** The only way to an external page: the user confirms the address. Rejects with `RefusedError`. */
export async function openPage(
  { dialog, shell }: Pick<ElectronParts, 'dialog' | 'shell'>,
  window: WindowPart,
  address: string,
): Promise<void> {
  const link = judgeLink(address)
  if (link.kind === 'refused') throw refusal('bad_request', link.reason)
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: `Open ${link.place}?`,
    detail: [link.address, ...warnings(link.address)].join('\n\n'),
    buttons: ['Open', 'Cancel'],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  })
  if (response === 0) await shell.openExternal(link.address)
}

function warnings(address: string): string[] {
  const { protocol, host } = new URL(address)
  const isForeign = host.split('.').some((part) => part.startsWith('xn--'))
  return [
    ...(isForeign
      ? ['The name is written in letters that may look like others. It is shown as the network sees it.']
      : []),
    ...(protocol === 'http:' ? ['The connection is not encrypted.'] : []),
  ]
}

let lastFolder = ''
let lastSaved = ''

/** Starts in the folder chosen last. Returns null when cancelled. */
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

/** Starts in the folder used last. The system asks before overwriting. Returns null when cancelled. */
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
