import { expect, test } from 'vitest'
import { settingWords } from '../../../main/contract/app/setting-words.ts'
import { initialSettings, type SettingName } from '../../../main/contract/app/settings.ts'
import { matching } from './settings-sheet.tsx'

const reports = (Object.keys(settingWords) as SettingName[]).map((name) => ({
  name,
  value: initialSettings[name],
  default: initialSettings[name],
  ...settingWords[name],
}))
const found = (looked: string) => matching(reports, looked).map(({ name }) => name)

test('an empty search finds every setting that can be changed', () => {
  expect(found(' ')).toHaveLength(reports.length - 2)
  expect(found('')).not.toContain('stopped')
})

test('a setting is found by its title, its group, what it does, what there is to choose, its name in the API', () => {
  expect(found('your NAME')).toContain('user')
  expect(found('programs path')).toEqual(['claude', 'codex', 'gemini', 'opencode', 'qwen', 'copilot'])
  expect(found('sealed')).toEqual(['openInhale'])
  expect(found('dark')).toEqual(['theme'])
  expect(found('sleepafter')).toEqual(['sleepAfter'])
  expect(found('no such thing')).toEqual([])
})
