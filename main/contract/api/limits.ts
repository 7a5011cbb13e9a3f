/**
 * Limits that several programs need. No schemas here: the window imports this file, and its content security
 * policy forbids the code generation of the schema library.
 */

/** Bytes of UTF-8 in one message, also for text that crosses a link. */
export const messageLimit = 1024 * 1024
/** `depth`: longest chain of messages between machines; the others are in characters. */
export const wireLimits = { depth: 10_000, why: 1000, kind: 64, question: 300 } as const
/** Milliseconds that one request waits for a reply: agents' processes end a tool call after a minute. */
export const awaitLimit = 50_000
/** Milliseconds that one request waits for its receiver to begin. */
export const beginLimit = 1000

/** Characters, after trimming. */
export const agentNameLimit = 40

export const mostMembers = 20
/** Default crossings per episode of a link; *Extend* adds as many. */
export const usualBudget = 8
/** Episodes of a link that messages from other machines may begin before its own user writes. */
export const mostEpisodesAway = 10
/** Characters. */
export const purposeLimit = 500

/** Characters of a notice that an agent sends its user during a turn. */
export const noticeLimit = 500
/** Per agent; later ones are shown together. */
export const noticesPerHour = 3

/** Bytes of UTF-8. */
export const timerNoteLimit = 1024
/** Seconds until a timer may fire. */
export const timerSpan = { least: 5, most: 604_800 } as const

/** Seats in the speaking order, including the user's. */
export const seatCount = { least: 2, most: 20 } as const
/** Rounds per phase. */
export const mostRounds = 5
/** Beats per turn. */
export const mostBeats = 10
/** Bytes of UTF-8 in one utterance of the user; an agent's own tab has the rest of its longer ones. */
export const utteranceLimit = 60 * 1024
/** Bytes of UTF-8 in a note that a seat keeps for its turn. */
export const seatNoteLimit = 16 * 1024
/** Passages of earlier conversations that a gathering's members get with the question. */
export const mostPassages = 3

/** Per agent. */
export const mostHandlers = 50
/** Characters. */
export const handlerLengths = { name: 80, word: 200, command: 1000, path: 1000 } as const
/** Words that one handler looks for, and agents that it names. */
export const handlerCounts = { words: 20, from: 50 } as const
/** Bytes of UTF-8 in a handler's answer, also when it is read from a file. */
export const handlerAnswerLimit = 16 * 1024
/** Open questions of one handler to the user; the oldest is dropped. */
export const mostHandlerAsks = 10
/** A handler is tried on this many of the latest messages. */
export const triedMessages = 50

/** Seconds until an automatic anchor fires: within the life of a model's prompt cache, which is 5 min. */
export const usualAnchorSeconds = 270
