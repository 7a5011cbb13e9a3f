import { expect, test } from 'vitest'
import { menuTemplate } from './menu.ts'

const platforms = ['linux', 'win32', 'darwin'] as const

type Menu = ReturnType<typeof menuTemplate>

function items(menu: Menu): Menu {
  return menu.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? items(item.submenu) : [])])
}

/** The roles whose keys are not those of the page. */
const harmless = [
  ...[
    'appMenu',
    'editMenu',
    'quit',
    'resetZoom',
    'zoomIn',
    'zoomOut',
    'togglefullscreen',
    'minimize',
    'zoom',
  ],
  ...['front', 'reload', 'toggleDevTools'],
]

test.each(platforms)('on %s no item takes a key from the page', (platform) => {
  const all = items(menuTemplate({ platform, isPackaged: false, rehearse: () => undefined }))
  expect(all.filter(({ accelerator }) => accelerator !== undefined)).toEqual([])
  for (const { role } of all) if (role) expect(harmless).toContain(role)
})

test.each(platforms)('on %s a packaged app has no tools of a developer', (platform) => {
  const roles = items(menuTemplate({ platform, isPackaged: true, rehearse: null })).map(({ role }) => role)
  expect(roles).not.toContain('reload')
  expect(roles).not.toContain('forceReload')
  expect(roles).not.toContain('toggleDevTools')
})

test.each(platforms)('on %s the rehearsal is offered where there is one', (platform) => {
  const labels = (rehearse: (() => void) | null) =>
    items(menuTemplate({ platform, isPackaged: true, rehearse })).map(({ label }) => label)
  expect(labels(() => undefined)).toContain('Rehearse, or end the rehearsal')
  expect(labels(null)).not.toContain('Rehearse, or end the rehearsal')
})
