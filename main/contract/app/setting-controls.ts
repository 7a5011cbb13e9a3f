/** Sections of the settings page, in order. */
export const settingGroups = [
  'General',
  'Notifications',
  'New agents',
  'Programs',
  'Messages',
  'Sleep',
  'Links and timers',
  'Agent proposals',
  'Gatherings',
  'Limits',
] as const

export type SettingGroup = (typeof settingGroups)[number]

type Choices = Readonly<Record<string, string>>

/** How the settings page edits a setting; null: it is edited elsewhere in the window. */
export type SettingControl =
  | {
      readonly as:
        | 'switch'
        | 'text'
        | 'folder'
        | 'file'
        | 'model'
        | 'effort'
        | 'cap'
        | 'editor'
        | 'terminal'
        | 'roles'
        | 'keys'
    }
  /** `unit` follows the number. */
  | { readonly as: 'number'; readonly unit: string }
  | { readonly as: 'choice'; readonly choices: Choices }

export interface SettingWords {
  readonly group: SettingGroup
  readonly title: string
  /** One line: what it does, and what an empty value means. */
  readonly about: string
  readonly control: SettingControl | null
}

export const flip = { as: 'switch' } as const
export const textControl = { as: 'text' } as const
export const file = { as: 'file' } as const
export const capControl = { as: 'cap' } as const
export const number = (unit: string): SettingControl => ({ as: 'number', unit })
export const choiceControl = (choices: Choices): SettingControl => ({ as: 'choice', choices })
