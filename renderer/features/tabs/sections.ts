import type { GatheringView } from '../../../main/contract/gathering-views.ts'
import type { TabGroup } from './groups.ts'

/** A part of the tab list: gatherings first, then tabs. */
export interface TabSection extends TabGroup {
  readonly gatherings: readonly GatheringView[]
}

/** The list as it stands: what needs the person, the other gatherings, the other tabs. */
export function sectionsOf(
  groups: readonly TabGroup[],
  gatherings: readonly GatheringView[],
): readonly TabSection[] {
  const [asking, others] = [gatherings.filter(isAsking), gatherings.filter((one) => !isAsking(one))]
  const urgent = groups.find((group) => group.isUrgent)
  const sections: readonly TabSection[] = [
    { title: 'Needs you', isUrgent: true, agents: urgent?.agents ?? [], gatherings: asking },
    { title: 'Gatherings', isUrgent: false, agents: [], gatherings: others },
    ...groups.filter((group) => !group.isUrgent).map((group) => ({ ...group, gatherings: [] })),
  ]
  return sections.filter((section) => section.agents.length + section.gatherings.length > 0)
}

const isAsking = (of: GatheringView): boolean => of.needs !== null
