/** The style of what keeps its place while it is not shown: nobody sees, hears or reaches it. */
export const keptPlace = (isShown: boolean) => ({ visibility: isShown ? undefined : ('hidden' as const) })
