import { expect, test } from 'vitest'
import { MemorySettings } from '../../testkit/memory/store/books.ts'
import { chosenProgram } from './programs.ts'

test('the environment says which program is taken, until the user does: no start is a dead end', () => {
  const settings = new MemorySettings({ claude: '/set' })
  const environment = { JANUS_CLAUDE: '/told' }
  expect(chosenProgram(settings, {}, 'claude')).toBe('/set')
  expect(chosenProgram(settings, environment, 'claude')).toBe('/told')
  settings.change({ theme: 'dark' })
  expect(chosenProgram(settings, environment, 'claude')).toBe('/told')
  settings.change({ claude: '/other' })
  expect(chosenProgram(settings, environment, 'claude')).toBe('/other')
  settings.change({ claude: '' })
  expect(chosenProgram(settings, environment, 'claude')).toBe('')
  expect(chosenProgram(settings, environment, 'codex')).toBe('')
})
