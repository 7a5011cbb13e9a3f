/**
 * How much and how long, where more than one program must know. No schemas here: the window takes these too, and its
 * page's security policy refuses the compiler that comes with them.
 */

/** Most bytes of UTF-8 in one message, also in what crosses a link. */
export const messageLimit = 1024 * 1024
/** Deepest chain of messages of which machines tell each other, and most characters of why one stands there as it does. */
export const wireLimits = { depth: 10_000, why: 1000, kind: 64, question: 300 } as const
/** Longest that one request waits for a reply, in ms: a process cuts a tool's call at a minute. */
export const awaitLimit = 50_000
/** Longest that one request waits for its receiver to be at work with it, in ms. */
export const beginLimit = 1000

/** Most characters of an agent's name, without its blanks at the ends. */
export const agentNameLimit = 40

/** Most members of one link. */
export const mostMembers = 20
/** Crossings of one episode of a link, where the user said nothing else; and how many *Extend* adds. */
export const usualBudget = 8
/** Most episodes of a link that begin by words on other machines, without a word of the user of its own. */
export const mostEpisodesAway = 10
/** Most characters of what a link is for. */
export const purposeLimit = 500

/** Most characters of what an agent tells its user in the middle of a turn. */
export const noticeLimit = 500
/** So many such notices of an agent are shown in an hour, each at once; the others together. */
export const noticesPerHour = 3

/** Most bytes of UTF-8 in what a timer tells its agent. */
export const timerNoteLimit = 1024
/** How soon and how late a timer may fire, in seconds. */
export const timerSpan = { least: 5, most: 604_800 } as const

/** Fewest and most seats in the order of speaking, the user's too. */
export const seatCount = { least: 2, most: 20 } as const
/** Most rounds of one phase, and beats of one turn. */
export const mostRounds = 5
/** See `mostRounds`. */
export const mostBeats = 10
/** Most bytes of UTF-8 in one utterance of the user's; the rest of an agent's is in its own tab. */
export const utteranceLimit = 60 * 1024
/** Most bytes of UTF-8 in a note that is kept for one's turn. */
export const seatNoteLimit = 16 * 1024
/** Most passages of past conversations that the members of a gathering are given with its question. */
export const mostPassages = 3

/** Most handlers of one agent. */
export const mostHandlers = 50
/** Most characters of a handler's name, of one of the words that it looks for, and of a command that it asks about. */
export const handlerLengths = { name: 80, word: 200, command: 1000, path: 1000 } as const
/** Most words that one handler looks for, and agents that it names. */
export const handlerCounts = { words: 20, from: 50 } as const
/** Most bytes of UTF-8 in what a handler answers with, also out of a file. */
export const handlerAnswerLimit = 16 * 1024
/** Most things that one handler asks the user at a time; the oldest go. */
export const mostHandlerAsks = 10
/** How many of the last messages a handler is tried on. */
export const triedMessages = 50

/** After how many seconds an anchor that Janus sets comes: within the life of a model’s prompt cache, which is 5 min. */
export const usualAnchorSeconds = 270
