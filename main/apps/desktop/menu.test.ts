import { expect, test } from 'vitest'
import { menuTemplate } from './menu.ts'

const platforms = ['linux', 'win32', 'darwin'] as const

type Menu = ReturnType<typeof menuTemplate>

function items(menu: Menu): Menu {
  return menu.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? items(item.submenu) : [])])
}

/** The roles whose keys are not those of the page. */
const harmless = [
  'appMenu',
  'editMenu',
  'windowMenu',
  'help',
  'about',
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
  // The quit, and those of the number pad and the plus without Shift, which no page hears otherwise.
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
  const expected = ['new-agent', 'new-gathering', 'search', 'palette', 'settings', 'keys']
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

test.each(platforms)('on %s the person’s own keys stand beside its items', (platform) => {
  const keys = { newAgent: ['Mod+J', 'F8'], search: [], keys: ['Mod+Shift+ArrowUp'], palette: ['Mod+§'] }
  const all = items(menuTemplate({ platform, isPackaged: true, rehearse: null, command: nothing, keys }))
  const of = (label: string) => all.find((item) => item.label === label)
  expect(of('&New agent…')).toMatchObject({ accelerator: 'CmdOrCtrl+J', registerAccelerator: false })
  expect(of('&Search…')).not.toHaveProperty('accelerator')
  expect(of('&Keys')).toMatchObject({ accelerator: 'CmdOrCtrl+Shift+Up' })
  // What Electron has no word for is not shown, or it would not start.
  expect(of('&Find anything…')).not.toHaveProperty('accelerator')
  expect(of('&Settings…')).toMatchObject({ accelerator: 'CmdOrCtrl+,' })
})
