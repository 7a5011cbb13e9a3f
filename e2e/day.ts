/** The day whose share of a sweep is looked at, in days since 1970: today, or JANUS_DAY to look at another day's again. */
export const day = Number(process.env['JANUS_DAY'])

/** Whether everything is looked at, as after a change of much: JANUS_SWEEP=all. */
const isWholeSweep = process.env['JANUS_SWEEP'] === 'all'

/** Whether the day has this share of a sweep, of which each day has one in so many. */
export const isTheDays = (share: number, days: number): boolean => isWholeSweep || day % days === share % days
