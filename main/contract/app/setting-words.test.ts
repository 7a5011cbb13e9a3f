import { expect, test } from 'vitest'
import { z } from 'zod'
import { ownRoles } from '../agents/roles.ts'
import type { SettingControl } from './setting-controls.ts'
import { settingWords } from './setting-words.ts'
import { initialSettings, settings, type SettingName } from './settings.ts'

const names = Object.keys(settings) as SettingName[]

test('what is said of the settings is said of each, once', () => {
  expect(Object.keys(settingWords).toSorted()).toEqual(names.toSorted())
  const titles = names.map((name) => `${settingWords[name].group}: ${settingWords[name].title}`)
  expect(new Set(titles).size).toBe(names.length)
})

/** Sample values that a control can produce. */
function puts(control: SettingControl): readonly unknown[] {
  switch (control.as) {
    case 'switch':
      return [true, false]
    case 'choice':
      return Object.keys(control.choices)
    case 'number':
      return [1]
    case 'cap':
      return [null, { usd: 1, tokens: null }]
    case 'model':
      return [null, 'a-model']
    case 'effort':
      return [null, 'high']
    case 'roles':
      return [[], [...ownRoles]]
    case 'keys':
      return [{}, { newAgent: ['Mod+J'], quit: [] }]
    case 'text':
      return ['', 'a_name']
    case 'folder':
    case 'file':
    case 'editor':
    case 'terminal':
      return ['', '/a/path']
  }
}

test.each(names)('%s is changed with what fits its shape, and every choice is offered', (name) => {
  const { control } = settingWords[name]
  if (control === null) return
  for (const value of puts(control)) expect(settings[name].shape.safeParse(value).success).toBe(true)
  const { enum: all } = z.toJSONSchema(settings[name].shape, { io: 'input' }) as { enum?: readonly string[] }
  if (control.as === 'choice') expect(Object.keys(control.choices).toSorted()).toEqual(all?.toSorted())
  else expect(all).toBeUndefined()
  expect(typeof initialSettings[name] === 'boolean').toBe(control.as === 'switch')
})
