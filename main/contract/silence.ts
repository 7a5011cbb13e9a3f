/** The one word of an agent that has nothing to say. */
export const silence = 'SILENT'

/** Whether a text is that word alone. */
export const isSilent = (text: string): boolean => [silence, `${silence}.`].includes(text.trim())
