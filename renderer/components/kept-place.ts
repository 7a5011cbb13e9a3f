/** Keeps the room of a hidden element. */
export const keptPlace = (isShown: boolean) => ({ visibility: isShown ? undefined : ('hidden' as const) })
