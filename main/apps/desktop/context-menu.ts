import type { MenuItemConstructorOptions } from 'electron'
import type { ContextMenuParams, ElectronParts, WindowPart } from './electron-parts.ts'
import { judgeLink } from './policy.ts'

/** Gives the window the small menu that a person expects under the other button of the mouse. */
export function showContextMenu(electron: ElectronParts, window: WindowPart): void {
  window.webContents.on('context-menu', (_event, params) => {
    const template = contextMenuTemplate(electron, window, params)
    if (template.length > 0) electron.Menu.buildFromTemplate(template).popup({ window })
  })
}

/** What is offered for what was clicked on; nothing where there is nothing to do. */
export function contextMenuTemplate(
  { app, clipboard }: Pick<ElectronParts, 'app' | 'clipboard'>,
  { webContents }: WindowPart,
  params: ContextMenuParams,
): MenuItemConstructorOptions[] {
  const { editFlags: can, isEditable, selectionText, linkURL, misspelledWord, dictionarySuggestions } = params
  const link = judgeLink(linkURL)
  const groups: MenuItemConstructorOptions[][] = [
    misspelledWord === ''
      ? []
      : [
          ...dictionarySuggestions.slice(0, 5).map((word) => ({
            label: word,
            click: () => webContents.replaceMisspelling(word),
          })),
          {
            label: 'Add to the dictionary',
            click: () => webContents.session.addWordToSpellCheckerDictionary(misspelledWord),
          },
        ],
    link.kind === 'open'
      ? [{ label: 'Copy the address', click: () => clipboard.writeText(link.address) }]
      : [],
    isEditable
      ? [
          { role: 'undo', enabled: can.canUndo },
          { role: 'redo', enabled: can.canRedo },
          { type: 'separator' },
          { role: 'cut', enabled: can.canCut },
          { role: 'copy', enabled: can.canCopy },
          { role: 'paste', enabled: can.canPaste },
          { role: 'selectAll', enabled: can.canSelectAll },
        ]
      : selectionText.trim() === ''
        ? []
        : [{ role: 'copy' }],
    app.isPackaged ? [] : [{ label: 'Inspect', click: () => webContents.inspectElement(params.x, params.y) }],
  ]
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index) => (index === 0 ? group : [{ type: 'separator' as const }, ...group]))
}
