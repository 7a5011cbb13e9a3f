import { priorityNames, usualPriority, wakes } from '../../main/contract/priorities.ts'
import { agentKinds, usualKind } from '../../main/contract/kinds.ts'
import { apiRoutes } from '../../main/contract/agents-api.ts'

const listed = priorityNames.map((name) => {
  if (!wakes(name)) return `${name} (behind all others)`
  return name === usualPriority.human ? `${name} (yours without it)` : name
})

/** What `janus --help` teaches. */
export const help = `janus: speak to the agents of the running app from a terminal

  janus agents                     lists the agents and what each of them does
  janus send NAME TEXT…            writes to an agent, as you do in its tab
  janus links, janus timers        lists who is linked with whom, and the timers of all agents
  janus handlers AGENT             lists your rules about what peers write to an agent
  janus budget                     what today has used, by tab, link and gathering, and the caps
  janus costs                      what each day has used: by agent, link, gathering and timer;
                                   how full contexts are, and plans
  janus ps                         the agents’ processes: memory, processor, since when
  janus status                     the app: version, folder, programs; what befell it
  janus refused                    lists refused attempts to ask as somebody else
  janus stop, janus go-on          stops everything; lets it go on where it stood
  janus gatherings [VERB ID]       lists the gatherings; shows one, speaks in it, steers it
  janus search WORDS               finds what was said, in all conversations
  janus export NAME                a conversation as a file: Markdown to read, or JSON
  janus thread ID                  shows the exchange that a message belongs to
  janus groups [VERB NAME …]       lists the groups; makes one, writes to one
  janus roles [VERB NAME]          lists what new agents can be made of; shows one, keeps one
  janus settings [NAME VALUE]      lists the settings; changes one, exports and imports them
  janus timeline                   what has passed: who, to whom, when, why, at what cost
  janus backup [FILE]              backs up the database, while Janus runs too
  janus restore [FILE | list]      puts a backup in its place, the newest of them; lists them
  janus fleet [VERB]               the other houses; new --name N --address HOST:PORT,
                                   invite N --out FILE, join FILE, remove N
  janus circles [VERB ID]          circles of other houses that keep a seat for you: shows one,
                                   sit, leave, say, pass
  janus new NAME                   makes an agent that works in the current folder
  janus resume [ID]                lists conversations that a program has already; goes on from one
  janus api METHOD PATH [JSON]     everything else, such as the settings

Examples
  janus send Scout "Which parts have no tests?" --wait 120
  janus gatherings convene Friday "Ship on Friday?" --with Scout,Builder --harvester Scribe
  git diff | janus send Scout -    sends what comes in
  janus send Scout "What is wrong here?" --attach shot.png
  janus new Scout --folder ../ferry --role "finds what is untested"
  janus new Rita --role Reviewer --effort high
  janus new Diver --kind codex
  janus api GET /settings
  janus api PATCH /settings '{"theme": "dark"}'
  janus api PATCH /budget '{"day": {"usd": 10}}'
  janus api POST /budget/go-on '{"of": "tab", "id": "Scout"}'

For send
  --priority P    ${listed.slice(0, -1).join(', ')} or ${listed.at(-1) ?? ''}
  --expect-reply  the reply is kept for you, and you see what becomes of the question
  --wait SECONDS  the same; waits for the reply and prints it
  --attach FILE   goes with it, as often as you like: pictures are shown, files named by path

For groups
  make NAME A,B   change NAME A,B gives it other members; delete NAME
  send NAME TEXT  one message for each of them; all is everybody

For roles
  show NAME       as JSON; keep FILE takes such a file (- reads it from standard input)
  delete NAME     restore [NAME]: as it came with Janus; without a name all that are deleted

For settings
  NAME VALUE      theme dark, awake 4, keys '{"newAgent": ["Mod+J"]}'
  export          what is not as it came, as JSON; import FILE takes it (- reads standard input)

For search
  from:NAME, in:NAME, after:TIME, before:TIME
                  among the words: only what that one (or human) wrote, only in that conversation,
                  from and until then: 2026-11-24, 7d, 2h, today or yesterday; also as --by,
                  --agent, --after and --before
  --of words      what was said, not the tools and thoughts behind it; work: only those
  --limit N       so many hits; --cursor N: the page behind them

For export
  NAME            an agent, or an id: lnk-… of a link, msg-… of a thread, gat-… of a gathering,
                  gat-…@HOUSE of a circle of another house
  --format json   for a program; md without it
  --tools whole   with all that tools were called with and answered, and with thoughts
  --out FILE      into a file that is not there yet; --overwrite: also where one is

For gatherings
  convene TOPIC QUESTION --with A,B,C --harvester D [--rhythm decide] [--seat N]
                  opens one; --seat gives you a number in the order of speaking
  show, export    what was said and harvested; as Markdown
  say, note       your words, in turn or as host; a note for your turn: say ID TEXT [--to NAME]
  pass, take, hand, pause, hold, resume, skip, extend, open, close, here, start, dismiss
                  what the buttons in the window do: pause ID

For circles
  show ID         who sits there, and what was said; your turn’s clock begins with that
  say ID TEXT     your words while you have the piece; it passes on, --to SEAT for one (its
                  number or name), or stays with --keep. pass ID: without a word

For costs
  --limit N       so many days, 14 without it; --before DATE: only days before that one

For timeline
  --agent NAME    only what that agent takes part in
  --kind K,…      message, link, timer, gathering, card, agent
  --since T       2h, 30m, 7d or a time like 2026-11-24T08:00:00Z; --until T
  --words TEXT    only rows that have these words; --limit N
  --export md     as a file on standard output; or json

For new
  --folder DIR    where it works; the current folder without it
  --kind KIND     ${agentKinds.join(', ')}; ${usualKind} without it
  --program LINE  the command line of one of kind other, such as "goose acp"
  --model NAME    its program's own choice without it
  --effort E      how hard it thinks: low, medium, high and what else its program has
  --mode MODE     plan, default, acceptEdits, auto (where there is one) or bypassPermissions
  --colour, --shape
                  of its avatar: 1 to 8, or a name such as iris, drop
  --role TEXT     one of your roles by its name, such as Reviewer; or one line on what it is
                  for, which the others read too
  --worktree      in a copy of the folder's git repository, on a branch of its own

For resume
  --last          the newest of the folder, without its id
  --folder DIR    whose conversations come first; the current folder without it
  --words WORDS   only those whose first words or folder have them; --limit N
  --name NAME     of the new tab; that of its folder without it; --kind KIND
  --original      in the conversation itself, where its program cannot copy it (Copilot)

For all
  --json          prints what the app answers, as JSON; refusals too, on standard error
  --home DIR      the app's state folder; without it $JANUS_HOME, or ~/.janus
  --help          this page; after api: every path

It ends with 0 when done, 1 when refused, 2 when it was not understood, 3 when the app does not run,
4 when no reply came.`

/** What `janus api --help` teaches. */
export const apiHelp = `janus api METHOD PATH [JSON]: asks the agents API and prints its answer as JSON

${apiRoutes.map(({ method, path, query }) => `  ${method.padEnd(6)} ${path}${query === undefined ? '' : `?${query.join('=…&')}=…`}`).join('\n')}

:agent is a name or an id. JSON is the body; - reads it from standard input.

  janus api GET '/history?q=timetable'
  janus api GET '/replies/msg-7k2m4q8x3p?waitMs=50000'
  janus api PATCH /agents/Scout '{"role": "finds what is untested"}'`
