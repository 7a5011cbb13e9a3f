import type { Trouble } from '../../../main/contract/api/model.ts'
import { RefusedError } from '../../../main/contract/api/errors.ts'
import { check } from '../make-kinds.ts'
import { ago, pending, status, view } from '../make.ts'
import type { Plays } from '../play.ts'
import { shown } from './agent.ts'
import { around, builder } from './people.ts'
import { builderSaid, talk, work } from './words.ts'

const transcripts = builderSaid(work)
const failedBy = (trouble: Trouble) => ({ status: 'failed', since: ago(2), trouble }) as const
const out = check({
  login: 'out',
  account: null,
  problem: { line: 'login', words: 'Not signed in to Claude.' },
})

/** When something is wrong. */
export const troublePlays: Plays = {
  'trouble-stopped': shown(
    { status: 'stopped', reason: { kind: 'stopped' }, since: ago(9) },
    { transcripts },
  ),
  'trouble-quiet': shown(
    { status: 'working', ailing: { is: 'quiet', since: ago(3) }, since: ago(6) },
    { transcripts },
  ),
  'trouble-suspended': shown(
    { status: 'working', ailing: { is: 'suspended', since: ago(1) }, since: ago(6) },
    { transcripts },
  ),
  'trouble-database': {
    view: view(around(builder), {
      status: status({
        notices: [
          '12 of 480 pages of the log could not be read: what was written last may be missing. The log as it was found is kept in /home/mo/.janus/janus.db-wal.damaged-1.',
          'An index of the database was damaged and has been built anew. Nothing is missing.',
          '2026-11-24 09:30 UTC: Janus broke down by a mistake of its own (TypeError: Cannot read properties of undefined) and began again from what was saved. The whole error is in /home/mo/.janus/janus.log.',
        ],
      }),
    }),
    selected: builder.id,
    transcripts,
  },
  'trouble-disk-low': {
    view: view(around(builder), {
      status: status({
        disk: [
          {
            kind: 'room',
            of: 'state',
            path: '/home/mo/.janus',
            free: 640 * 1024 * 1024,
            least: 100 * 1024 * 1024,
          },
          {
            kind: 'slow',
            path: '/home/mo/.janus',
            slow: 4,
            of: 10,
            limit: 500,
            longest: 2300,
          },
        ],
      }),
    }),
    selected: builder.id,
    transcripts,
  },
  'trouble-disk-full': {
    view: view(around(builder), {
      status: status({
        disk: [
          {
            kind: 'room',
            of: 'state',
            path: '/home/mo/.janus',
            free: 61 * 1024 * 1024,
            least: 100 * 1024 * 1024,
          },
        ],
      }),
    }),
    selected: builder.id,
    transcripts,
  },
  'trouble-database-lost': {
    view: view(around(builder), {
      status: status({
        notices: [
          '2026-11-24 09:31 UTC: The database could not be used: it is damaged. What could be read was carried over into a new one: 5 agents, 410 messages (12 missing). Nothing was deleted: what was found lies at /home/mo/.janus/janus.db.damaged-1.',
          '2026-11-24 09:31 UTC: The newest good backup is of 2026-11-23 08:02 UTC (/home/mo/.janus/backups/janus-20261123T080200Z-daily.db). To go back to it, quit Janus and run: janus restore janus-20261123T080200Z-daily.db',
        ],
        offeredBackup: { name: 'janus-20261123T080200Z-daily.db', at: ago(1500) },
      }),
    }),
    selected: builder.id,
    transcripts,
  },
  'trouble-restored': shown(
    {
      pending: [
        pending(1, {
          state: 'held',
          hold: 'restored',
          reason: { kind: 'restored', at: ago(1500) },
          preview: 'The lamps at the pier are out.',
        }),
        pending(2, {
          state: 'held',
          hold: 'restored',
          reason: { kind: 'restored', at: ago(1500) },
          preview: 'And the ferry is late.',
        }),
      ],
    },
    { transcripts },
  ),
  'trouble-deaths': shown(
    {
      ...failedBy('deaths'),
      reason: { kind: 'deaths', count: 3, detail: 'exit code 137' },
      pending: [pending(1, {}), pending(2, { preview: 'And look at the job.' })],
    },
    { transcripts },
  ),
  'trouble-folder-gone': shown(
    {
      ...failedBy('folder'),
      reason: { kind: 'unstartable', detail: 'its folder /home/mo/code/ferry is gone' },
    },
    { transcripts },
  ),
  'trouble-logged-out': {
    view: view(
      around({
        ...builder,
        ...failedBy('login'),
        reason: { kind: 'signedOut', detail: 'nobody is signed in to Claude' },
      }),
      {
        status: status({ kinds: out }),
      },
    ),
    selected: builder.id,
    transcripts,
  },
  'trouble-cli-missing': {
    view: view(
      around({
        ...builder,
        ...failedBy('backend'),
        reason: { kind: 'unstartable', detail: 'the Claude CLI could not be started' },
      }),
      {
        status: status({
          kinds: check({
            path: null,
            version: null,
            login: 'unknown',
            account: null,
            problem: { line: 'binary', words: 'There is no Claude CLI at /opt/claude.' },
          }),
        }),
      },
    ),
    selected: builder.id,
    transcripts,
  },
  'trouble-line-lost': {
    ...shown({}, { transcripts }),
    line: 'lost',
    act: async (hand) => void (await hand.see('[data-part=connection]')),
  },
  'trouble-signed-out-window': {
    ...shown({}, { transcripts }),
    line: 'signedOut',
    act: async (hand) => void (await hand.see('[data-part=connection]')),
  },
  'trouble-transcript-unread': shown(
    {},
    {
      answers: {
        'log.page': () => {
          throw new RefusedError({ code: 'internal', message: 'The transcript could not be read.' })
        },
      },
    },
  ),
  'trouble-toast-long': shown(
    {},
    {
      transcripts: builderSaid(talk),
      act: async () => {
        const { toast } = await import('../../state/view-store.ts')
        const action = { label: 'Undo: back into the composer', run: () => undefined }
        toast('Your message was withdrawn.', { action })
      },
    },
  ),
  'trouble-toast': shown(
    {},
    {
      transcripts: builderSaid(talk),
      act: async () => {
        const { toast } = await import('../../state/view-store.ts')
        toast('changelog was closed.', { action: { label: 'Undo', run: () => undefined } })
        toast('No agent has that name. There are: Scout, Builder, Critic.', { isError: true })
      },
    },
  ),
}
