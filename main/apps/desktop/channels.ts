/** The window asks: a kind and its input; the answer is `{answer}` or `{error}`. */
export const requestChannel = 'janus:request'
/** The window opens a feed under a name of its own (`open`, `close`); what is told carries that name. */
export const feedChannel = 'janus:feed'
/** The menu tells the window what the user chose, by the name of a command of the page. */
export const commandChannel = 'janus:command'
