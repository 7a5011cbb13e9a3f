import { expect, test } from 'vitest'
import { contextMenuTemplate } from './context-menu.ts'
import type { ContextMenuParams } from './electron-parts.ts'
import { ElectronStandIn } from './testing/electron-stand-in.ts'

const can = { canUndo: true, canRedo: false, canCut: true, canCopy: true, canPaste: true } as const
const nothing: ContextMenuParams = {
  isEditable: false,
  selectionText: '',
  linkURL: '',
  misspelledWord: '',
  dictionarySuggestions: [],
  x: 1,
  y: 2,
  editFlags: { ...can, canDelete: true, canSelectAll: true, canEditRichly: false },
}

/** What is offered in a packed app, by its words or role, and what is there to look at after a click. */
async function offered(params: Partial<ContextMenuParams>, isPackaged = true) {
  const electron = new ElectronStandIn()
  await electron.start(() => undefined)
  electron.app.isPackaged = isPackaged
  const window = electron.open()
  const items = contextMenuTemplate(electron, window, { ...nothing, ...params })
  const names = items.map(({ label, role, type }) => label ?? role ?? type)
  const click = (name: string) =>
    (items.find(({ label }) => label === name)?.click as (() => void) | undefined)?.()
  return { electron, window, items, names, click }
}

test('where there is nothing to do there is no menu; in development there is always the inspector', async () => {
  expect((await offered({})).names).toEqual([])
  expect((await offered({}, false)).names).toEqual(['Inspect'])
})

test('what is marked can be copied', async () => {
  expect((await offered({ selectionText: 'words' })).names).toEqual(['copy'])
})

test('where one writes there is all that one does with words, as far as it can be done', async () => {
  const { names, items } = await offered({ isEditable: true })
  expect(names).toEqual(['undo', 'redo', 'separator', 'cut', 'copy', 'paste', 'selectAll'])
  expect(items.map(({ enabled }) => enabled)).toEqual([true, false, undefined, true, true, true, true])
})

test('the address of a link is copied; of what is no page outside nothing is offered', async () => {
  const { names, click, electron } = await offered({ linkURL: 'https://example.com/a' })
  expect(names).toEqual(['Copy the address'])
  click('Copy the address')
  expect(electron.copied).toEqual(['https://example.com/a'])
  for (const linkURL of ['javascript:alert(1)', 'file:///etc/passwd', 'app://janus/']) {
    expect((await offered({ linkURL })).names).toEqual([])
  }
})

test('what is misspelled is mended by one of five words, or learned', async () => {
  const dictionarySuggestions = ['Fehler', 'Fühler', 'Wähler', 'Zähler', 'Fahler', 'Fuhler']
  const { names, click, window } = await offered({ misspelledWord: 'Fähler', dictionarySuggestions })
  expect(names).toEqual([...dictionarySuggestions.slice(0, 5), 'Add to the dictionary'])
  click('Fühler')
  click('Add to the dictionary')
  expect(window.webContents.words).toEqual(['Fühler', 'Fähler'])
})
