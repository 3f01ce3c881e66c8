import { randomInt } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const length = 40

/** 238 random bits in letters and digits: the id alone grants access, so it must not be guessable. */
export const newPlaybackIdText = () =>
  Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
