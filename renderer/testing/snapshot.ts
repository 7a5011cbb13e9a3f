import type { WindowView } from '../../main/contract/api/answers.ts'
import type { FeedEvent } from '../../main/contract/api/feed.ts'
import type { AppStatus } from '../../main/contract/api/views.ts'
import { emptyDay } from '../../main/contract/budget/budget.ts'

/** A snapshot of an empty Janus, with changes. */
export const snapshot = (more: Partial<WindowView> = {}): FeedEvent => ({
  kind: 'snapshot',
  view: {
    agents: [],
    status: {} as AppStatus,
    links: [],
    gatherings: [],
    day: emptyDay,
    drafts: {},
    commands: {},
    ...more,
  },
})
