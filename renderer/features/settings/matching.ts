import type { SettingReport } from '../../../main/contract/views.ts'

/** The settings in which every word that is looked for stands somewhere; all where nothing is. */
export function matching(reports: readonly SettingReport[], looked: string): readonly SettingReport[] {
  const words = looked.toLowerCase().split(/\s+/).filter(Boolean)
  return reports.filter((of) => {
    const text = textOf(of)
    return of.control !== null && words.every((word) => text.includes(word))
  })
}

/** Everything that is said of a setting, its name in the API too. */
function textOf({ name, group, title, about, control }: SettingReport): string {
  const choices = control?.as === 'choice' ? Object.values(control.choices) : []
  return [name, group, title, about, ...choices].join(' ').toLowerCase()
}
