/** What a house may be called. */
export const houseNameHint = '1 to 24 of a–z, 0–9 and -'
