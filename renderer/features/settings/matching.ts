import type { SettingReport } from '../../../main/contract/api/views.ts'

/** The settings in which every word that is looked for stands somewhere; all where nothing is. */
export function matching(reports: readonly SettingReport[], looked: string): readonly SettingReport[] {
  return reports.filter((of) => of.control !== null && hasWords(textOf(of), looked))
}

/** Does every word that is looked for stand somewhere in the text? In small letters. */
export function hasWords(text: string, looked: string): boolean {
  const words = looked.toLowerCase().split(/\s+/).filter(Boolean)
  return words.every((word) => text.includes(word))
}

/** Everything that is said of a setting, its name in the API too. */
function textOf({ name, group, title, about, control }: SettingReport): string {
  const choices = control?.as === 'choice' ? Object.values(control.choices) : []
  return [name, group, title, about, ...choices].join(' ').toLowerCase()
}
