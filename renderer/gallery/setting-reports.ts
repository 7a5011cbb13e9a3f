import { settingWords } from '../../main/contract/app/setting-words.ts'
import type { SettingName, Settings } from '../../main/contract/app/settings.ts'
import type { SettingReport } from '../../main/contract/api/views.ts'

/** All settings as main reports them. */
export const reportsOf = (settings: Settings): readonly SettingReport[] =>
  (Object.keys(settingWords) as SettingName[]).map((name) => ({
    name,
    value: settings[name],
    default: settings[name],
    ...settingWords[name],
  }))
