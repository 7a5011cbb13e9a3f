/** The day whose share of a sweep is looked at, in days since 1970: today, or JANUS_DAY to look at another day's again. */
export const day = Number(process.env['JANUS_DAY'])

/** Whether everything is looked at, as after a change of much: JANUS_SWEEP=all. */
export const isWholeSweep = process.env['JANUS_SWEEP'] === 'all'
