/** The window sends a request's kind and input; the answer is `{answer}` or `{error}`. */
export const requestChannel = 'janus:request'
/** The window opens and closes a feed (`open`, `close`) by a name of its own; events carry that name. */
export const feedChannel = 'janus:feed'
/** The menu sends the name of a page command. */
export const commandChannel = 'janus:command'
