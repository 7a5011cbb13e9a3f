import { expect, test } from 'vitest'
import { contextMenuTemplate, menuTemplate } from './menu.ts'
import type { ContextMenuParams } from './electron-parts.ts'
import { ElectronStandIn } from './testing/electron-stand-in.ts'

const platforms = ['linux', 'win32', 'darwin'] as const

type Menu = ReturnType<typeof menuTemplate>

function items(menu: Menu): Menu {
  return menu.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? items(item.submenu) : [])])
}

/** Roles whose keys the page doesn't use. */
const harmless = [
  'appMenu',
  'editMenu',
  'windowMenu',
  'help',
  'services',
  'hide',
  'hideOthers',
  'unhide',
  'quit',
  'resetZoom',
  'zoomIn',
  'zoomOut',
  'togglefullscreen',
  'minimize',
  'reload',
  'toggleDevTools',
]
const nothing = () => undefined

test.each(platforms)('on %s no item takes a key from the page', (platform) => {
  const all = items(menuTemplate({ platform, isPackaged: false, rehearse: nothing, command: nothing }))
  const taken = all.filter(
    ({ accelerator, registerAccelerator }) => accelerator && registerAccelerator !== false,
  )
  // Only quit and zoom keys, which the page doesn't handle.
  const quits = platform === 'darwin' ? [] : ['quit']
  expect([...new Set(taken.map(({ role }) => role))]).toEqual([...quits, 'zoomIn', 'zoomOut', 'resetZoom'])
  for (const { role } of all) if (role) expect(harmless).toContain(role)
})

test.each(platforms)('on %s the menu tells the page what was chosen', (platform) => {
  const told: string[] = []
  const all = items(
    menuTemplate({ platform, isPackaged: true, rehearse: null, command: (name) => told.push(name) }),
  )
  for (const { click } of all) (click as (() => void) | undefined)?.()
  const expected = ['new-agent', 'new-gathering', 'search', 'palette', 'settings', 'keys', 'about']
  expect(told).toEqual(expect.arrayContaining(expected))
})

test.each(platforms)('on %s a packaged app has no tools of a developer', (platform) => {
  const roles = items(menuTemplate({ platform, isPackaged: true, rehearse: null, command: nothing })).map(
    ({ role }) => role,
  )
  expect(roles).not.toContain('reload')
  expect(roles).not.toContain('forceReload')
  expect(roles).not.toContain('toggleDevTools')
})

test.each(platforms)('on %s the demo is offered where there is one', (platform) => {
  const labels = (rehearse: (() => void) | null) =>
    items(menuTemplate({ platform, isPackaged: true, rehearse, command: nothing })).map(({ label }) => label)
  expect(labels(() => undefined)).toContain('Try or exit the &demo')
  expect(labels(null)).not.toContain('Try or exit the &demo')
})

test.each(platforms)('on %s the user’s own keys stand beside its items', (platform) => {
  const keys = { newAgent: ['Mod+J', 'F8'], search: [], keys: ['Mod+Shift+ArrowUp'], palette: ['Mod+§'] }
  const all = items(menuTemplate({ platform, isPackaged: true, rehearse: null, command: nothing, keys }))
  const of = (label: string) => all.find((item) => item.label === label)
  expect(of('&New agent…')).toMatchObject({ accelerator: 'CmdOrCtrl+J', registerAccelerator: false })
  expect(of('&Search…')).not.toHaveProperty('accelerator')
  expect(of('&Keyboard shortcuts')).toMatchObject({ accelerator: 'CmdOrCtrl+Shift+Up' })
  // Electron would fail to start with an accelerator that it doesn't know.
  expect(of('&Find anything…')).not.toHaveProperty('accelerator')
  expect(of('&Settings…')).toMatchObject({ accelerator: 'CmdOrCtrl+,' })
})

const can = { canUndo: true, canRedo: false, canCut: true, canCopy: true, canPaste: true } as const
const noClick: ContextMenuParams = {
  isEditable: false,
  selectionText: '',
  linkURL: '',
  misspelledWord: '',
  dictionarySuggestions: [],
  x: 1,
  y: 2,
  editFlags: { ...can, canDelete: true, canSelectAll: true, canEditRichly: false },
}

/** Returns the menu's labels or roles in a packed app, and the window and electron after a click. */
async function offered(params: Partial<ContextMenuParams>, isPackaged = true) {
  const electron = new ElectronStandIn()
  await electron.start(() => undefined)
  electron.app.isPackaged = isPackaged
  const window = electron.open()
  const items = contextMenuTemplate(electron, window, { ...noClick, ...params })
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

test('what is misspelled is corrected by one of five words, or learned', async () => {
  const dictionarySuggestions = ['Fehler', 'Fühler', 'Wähler', 'Zähler', 'Fahler', 'Fuhler']
  const { names, click, window } = await offered({ misspelledWord: 'Fähler', dictionarySuggestions })
  expect(names).toEqual([...dictionarySuggestions.slice(0, 5), 'Add to the dictionary'])
  click('Fühler')
  click('Add to the dictionary')
  expect(window.webContents.words).toEqual(['Fühler', 'Fähler'])
})
