import { status } from './make.ts'
import type { Answers } from './play.ts'

/** Answers where nothing is stopped, and nothing has passed. */
export const stillAnswers = {
  'app.stop': () => ({ stopped: null }),
  'app.putNoticesAway': () => status(),
  'app.goOn': () => ({ stopped: null }),
  'timeline.page': () => ({ items: [], next: null, total: 0 }),
  'timeline.export': () => ({ name: '2026-11-20-timeline.md', text: '# Timeline\n', rows: 0, isCut: false }),
} satisfies Partial<Answers>
